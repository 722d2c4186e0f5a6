import type { User } from '@jointly/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { useAction } from '../../../shared/ui/buttons/use-action.ts'
import { useFocusHandover } from '../../../shared/ui/layout/use-focus-handover.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import css from './Picture.module.css'
import { PictureDialog } from './PictureDialog.tsx'
import { smallPicture } from './small-picture.ts'

const ACCEPTED = 'image/png,image/jpeg,image/webp'

/** The buttons to choose, change and remove the person's own picture (U3). */
export function PictureButtons({ user }: { user: User }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<Blob | null>(null)
  const [isReading, setReading] = useState(false)
  const lastRead = useRef(0)
  const [problem, setProblem] = useState<string | null>(null)

  async function choose(chosen: File | undefined): Promise<void> {
    // The input is cleared. Otherwise it would not report the same file when the person chooses it again, for
    // example after an error.
    if (input.current) input.current.value = ''
    if (!chosen) return
    setProblem(null)
    setReading(true)
    lastRead.current += 1
    const read = lastRead.current
    const small = await smallPicture(chosen)
    // The person has cancelled meanwhile, or has chosen another file.
    if (read !== lastRead.current) return
    setReading(false)
    if (small) setFile(small)
    else setProblem(t('people.picture.size'))
  }

  const pick = () => input.current?.click()
  const close = () => {
    lastRead.current += 1
    setReading(false)
    setFile(null)
    setProblem(null)
  }

  return (
    <div className={css.buttons}>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={t('people.picture.add')}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <Button size="s" icon="edit" state={isReading ? 'loading' : 'default'} onClick={pick}>
        {t(user.picture ? 'people.picture.change' : 'people.picture.add')}
      </Button>
      {user.picture && <RemoveButton onProblem={setProblem} />}
      {problem && !file && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      {file && (
        <PictureDialog file={file} onOther={pick} isReading={isReading} refused={problem} onClose={close} />
      )}
    </div>
  )
}

const buttonBeside = (button: HTMLElement) => button.parentElement?.querySelector('button')

/** Removes the picture, and disappears. Then the button beside it gets the focus. */
function RemoveButton({ onProblem }: { onProblem: (problem: string | null) => void }) {
  const { t } = useTranslation()
  const button = useFocusHandover<HTMLButtonElement>(buttonBeside)
  const { state, run } = useAction()
  async function remove(): Promise<void> {
    const answer = await run(() => call('removePicture'))
    if (!answer) return
    if (!answer.ok) return onProblem(errorText(t, answer))
    onProblem(null)
    useStore.setState({ user: answer.value })
    showToast({ text: t('people.picture.removed'), tone: 'good' })
  }
  return (
    <Button ref={button} size="s" tone="quiet" icon="delete" state={state} onClick={() => void remove()}>
      {t('people.picture.remove')}
    </Button>
  )
}
