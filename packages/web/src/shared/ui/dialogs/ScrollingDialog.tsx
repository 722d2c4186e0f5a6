import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDialogLayer } from '../../browser/back/use-layer.ts'
import { IconButton } from '../buttons/Button.tsx'
import css from './Dialog.module.css'

/** The CSS class for the default layout of a dialog with much content. */
export const scrolling = css.scrolling ?? ''

type ScrollingDialogProps = {
  open?: boolean
  onClose: () => void
  /** The CSS class of the content. It replaces the class of the default layout. */
  className?: string | undefined
  children: ReactNode
}

/** A dialog with much content, which scrolls on a low screen. */
export function ScrollingDialog({
  open = true,
  onClose,
  className = scrolling,
  children,
}: ScrollingDialogProps) {
  useDialogLayer(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className={css.backdrop} />
        <Dialog.Popup className={`${css.popup} ${className}`} data-dialog="">
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The title of a dialog, with the button that closes it. */
export function DialogHead({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.head}>
      <Dialog.Title className={css.title}>{title}</Dialog.Title>
      <IconButton icon="close" label={t('state.close')} onClick={onClose} />
    </div>
  )
}
