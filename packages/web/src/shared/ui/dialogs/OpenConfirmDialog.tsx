import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useTranslation } from 'react-i18next'
import { useDialogLayer } from '../../browser/back/use-layer.ts'
import { Button, type ButtonState } from '../buttons/Button.tsx'
import css from './Dialog.module.css'

export type ConfirmProps = {
  open: boolean
  title: string
  text?: string
  /** The text of the button that confirms. */
  action: string
  tone?: 'danger' | 'primary'
  state?: ButtonState
  onConfirm: () => void
  onCancel: () => void
  /** The text of the button that cancels. */
  cancel?: string
  /** Another action that the dialog offers. */
  other?: { action: string; onChoose: () => void }
  /**
   * Is called when the dialog closes, and may move the focus. @returns true if the focus must return to its previous
   * element
   */
  finalFocus?: () => boolean
}

/** The content of `ConfirmDialog`. Its code is loaded when the dialog opens for the first time. */
export function OpenConfirmDialog({
  open,
  title,
  text,
  action,
  tone = 'danger',
  state = 'default',
  onConfirm,
  onCancel,
  cancel,
  other,
  finalFocus,
}: ConfirmProps) {
  const { t } = useTranslation()
  useDialogLayer(open, onCancel)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        {/* The backdrop is rendered even inside another dialog. It must cover the session's drawer, which counts
            as a dialog. */}
        <AlertDialog.Backdrop forceRender className={css.backdrop} />
        <AlertDialog.Popup className={css.popup} finalFocus={finalFocus} data-dialog="">
          <AlertDialog.Title className={css.title}>{title}</AlertDialog.Title>
          {text && <AlertDialog.Description className={css.text}>{text}</AlertDialog.Description>}
          <div className={css.actions}>
            <Button onClick={onCancel}>{cancel ?? t('state.cancel')}</Button>
            {other && (
              <Button tone="danger" onClick={other.onChoose}>
                {other.action}
              </Button>
            )}
            <Button tone={tone} state={state} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
