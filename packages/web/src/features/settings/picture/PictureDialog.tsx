import { Dialog } from '@base-ui/react/dialog'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, type FailedAnswer } from '../../../shared/api/error-text.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { useAction } from '../../../shared/ui/buttons/use-action.ts'
import dialog from '../../../shared/ui/dialogs/Dialog.module.css'
import { ScrollingDialog } from '../../../shared/ui/dialogs/ScrollingDialog.tsx'
import { ProgressBar } from '../../../shared/ui/states/ProgressBar.tsx'
import { useCloseSignal } from '../../../shared/ui/states/use-close-signal.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import css from './Picture.module.css'
import { uploadPicture } from './upload-picture.ts'

type PictureDialogProps = {
  file: Blob
  /** Opens the choice of a file. The person has not decided yet, so the dialog stays open. */
  onOther: () => void
  /** Whether the next file is being read. */
  isReading: boolean
  /** Why the next file cannot be used. Null if there is no problem. */
  refused: string | null
  onClose: () => void
}

/** Shows how the chosen picture will look, and uploads it (U3). */
export function PictureDialog({ file, onOther, isReading, refused, onClose }: PictureDialogProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState<string | null>(null)
  const [percent, setPercent] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const { state, run } = useAction()
  // The upload ends with the dialog, because a person who cancels does not want the picture (U3).
  const closeSignal = useCloseSignal()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    setProblem(null)
    setPercent(0)
    return () => URL.revokeObjectURL(made)
  }, [file])

  async function save(): Promise<void> {
    setProblem(null)
    const signal = closeSignal()
    const answer = await run(() => uploadPicture(file, setPercent, signal))
    if (!answer || signal.aborted) return
    if (!answer.ok) return setProblem(pictureErrorText(t, answer))
    useStore.setState({ user: answer.value })
    showToast({ text: t('people.picture.saved'), tone: 'good' })
    onClose()
  }

  return (
    <ScrollingDialog onClose={onClose}>
      <Dialog.Title className={dialog.title}>{t('people.picture.preview')}</Dialog.Title>
      {address && (
        <img
          className={css.preview}
          src={address}
          alt=""
          onError={() => {
            setAddress(null)
            setProblem(t('people.picture.unreadable'))
          }}
        />
      )}
      <p className="secondary-small">{t('people.picture.hint')}</p>
      <Button
        size="s"
        className={css.other}
        state={isReading ? 'loading' : 'default'}
        disabled={state === 'loading'}
        onClick={onOther}
      >
        {t('people.picture.other')}
      </Button>
      {state === 'loading' && <ProgressBar percent={percent} label={t('people.picture.saving')} />}
      {(refused ?? problem) && (
        <p role="alert" className={css.problem}>
          {refused ?? problem}
        </p>
      )}
      <div className={dialog.actions}>
        <Button onClick={onClose}>{t('state.cancel')}</Button>
        <Button
          tone="primary"
          state={state}
          disabled={isReading || (address === null && problem !== null)}
          onClick={() => void save()}
        >
          {t('people.picture.save')}
        </Button>
      </div>
    </ScrollingDialog>
  )
}

const reasons = ['type', 'animated', 'pixels', 'unreadable'] as const

/** Returns the text that explains why a picture was refused (U4). */
function pictureErrorText(t: TFunction, answer: FailedAnswer): string {
  const reason = 'fields' in answer.error ? answer.error.fields?.picture : undefined
  const known = reasons.find((each) => each === reason)
  if (known) return t(`people.picture.${known}`)
  return answer.error.code === 'too-large' ? t('people.picture.size') : errorText(t, answer)
}
