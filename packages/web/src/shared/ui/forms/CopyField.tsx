import { useId, useRef } from 'react'
import { IconButton } from '../buttons/Button.tsx'
import css from './CopyField.module.css'
import { showToast } from '../toasts/toast.ts'

type CopyFieldProps = {
  value: string
  label: string
  /** What the text is for. */
  hint?: string
  /** The name of the button. */
  copy: string
  /** The messages after a press: `copied`, or `failed` if the browser does not allow copying. */
  copied: string
  failed: string
}

/** A text with a button that copies the text. A click on the text selects it. */
export function CopyField({ value, label, hint, copy, copied, failed }: CopyFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  async function toClipboard(): Promise<void> {
    const isCopied = await copyText(value, field.current)
    showToast(isCopied ? { text: copied, tone: 'good' } : { text: failed, tone: 'bad' })
  }

  return (
    <div className={css.copy}>
      <label className="secondary-small" htmlFor={id}>
        {label}
      </label>
      <div className={css.field}>
        <input
          ref={field}
          id={id}
          className={css.value}
          readOnly
          value={value}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onFocus={(event) => event.target.select()}
        />
        <IconButton icon="copy" label={copy} onClick={() => void toClipboard()} />
      </div>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/**
 * Copies a text. Over plain http, browsers have no clipboard API. There, this uses an older command that copies the
 * selected text (J9).
 * @param field the input that contains the text; null if there is none
 * @returns false if the browser does not allow copying; the text is selected then
 */
async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.select()
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies over plain http
    return document.execCommand('copy')
  }
}
