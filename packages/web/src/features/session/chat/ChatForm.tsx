import { CHAT_TEXT_MAX_LENGTH } from '@jointly/contract'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { errorText, type FailedAnswer } from '../../../shared/api/error-text.ts'
import { useConnection } from '../../../shared/browser/connection/online.ts'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { HandoverButton } from '../../../shared/ui/buttons/HandoverButton.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { Chat } from './chat-controller.ts'
import css from './ChatForm.module.css'

/** If the text has more characters than this, the form shows their number. */
const COUNT_FROM = CHAT_TEXT_MAX_LENGTH - 100

/** The input for a new chat line. Enter sends the line, and Shift+Enter starts a new row (C11). */
export function ChatForm({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useVanillaStore(chat.store, (state) => state.draft)
  const isTooLong = useVanillaStore(chat.store, (state) => state.isTooLong)
  const muted = useVanillaStore(chat.store, (state) => state.muted)
  const failure = useVanillaStore(chat.store, (state) => state.failure)
  const isOffline = useConnection() !== 'online'
  const length = [...draft.trim()].length

  function send(): void {
    void chat.send()
    field.current?.focus()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    send()
  }
  function onKeyDown(event: KeyboardEvent): void {
    // In some languages, such as Japanese, people type parts of a word and confirm the word with Enter. This Enter
    // does not send the line.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!muted) send()
  }

  return (
    <form className={css.form} onSubmit={submit} aria-label={t('session.chat.write')}>
      <FormNote
        id={`${id}-note`}
        {...{ muted, isOffline, isTooLong, failure }}
        hasDraft={length > 0}
        onRetry={() => void chat.resend()}
      />
      <div className={css.box}>
        <label className="visually-hidden" htmlFor={id}>
          {t('session.chat.field')}
        </label>
        <textarea
          ref={field}
          id={id}
          className={css.input}
          dir="auto"
          rows={1}
          placeholder={muted ? '' : t('session.chat.field')}
          value={draft}
          readOnly={muted}
          aria-describedby={`${id}-note`}
          aria-invalid={isTooLong || undefined}
          enterKeyHint="send"
          onChange={(event) => chat.setDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {length > COUNT_FROM && (
          <span className={css.count} data-over={length > CHAT_TEXT_MAX_LENGTH || undefined}>
            {t('session.chat.count', { length, most: CHAT_TEXT_MAX_LENGTH })}
          </span>
        )}
        <IconButton
          type="submit"
          icon="send"
          tone="primary"
          label={t('session.chat.send')}
          disabled={muted || length === 0}
        />
      </div>
    </form>
  )
}

type NoteProps = {
  id: string
  muted: boolean
  /** Whether the input contains text that was not sent. */
  hasDraft: boolean
  isOffline: boolean
  isTooLong: boolean
  failure: FailedAnswer | null
  onRetry: () => void
}

const fieldBelow = (button: HTMLElement) => button.closest('form')?.querySelector('textarea')

/** Explains why chat lines were not sent or cannot be sent, and what the person can do about it (E3). */
function FormNote({ id, muted, hasDraft, isOffline, isTooLong, failure, onRetry }: NoteProps) {
  const { t } = useTranslation()
  const isBad = !muted && (isTooLong || failure !== null)
  const text = muted
    ? t(hasDraft ? 'session.chat.mutedDraft' : 'session.chat.youAreMuted')
    : isTooLong
      ? t('session.chat.tooLong')
      : failure !== null
        ? errorText(t, failure)
        : isOffline
          ? t('session.chat.offline')
          : null
  return (
    <div id={id} className={css.note} role="status" data-bad={isBad || undefined}>
      {text !== null && (
        <>
          <Icon name={muted ? 'chat_off' : isOffline ? 'offline' : 'warning'} size={18} />
          <span>{text}</span>
          {!muted && failure !== null && (
            <HandoverButton size="s" icon="refresh" findNext={fieldBelow} onClick={onRetry}>
              {t('state.retry')}
            </HandoverButton>
          )}
        </>
      )}
    </div>
  )
}
