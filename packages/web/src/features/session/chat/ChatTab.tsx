import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { EmptyState, ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import { Spinner } from '../../../shared/ui/states/Spinner.tsx'
import type { SessionView } from '../model/session-view.ts'
import { ChatForm } from './ChatForm.tsx'
import { ChatLines } from './ChatLines.tsx'
import css from './ChatTab.module.css'
import { NewestLine } from './NewestLine.tsx'
import { MutedPeople } from './mute/MutedPeople.tsx'
import { useOpenChat } from './use-chat.ts'

/** The chat of the session: its lines, and the input for a new line (C5, C11). */
export function ChatTab({ view }: { view: SessionView }) {
  const chat = useOpenChat()
  const { t } = useTranslation()
  const phase = useVanillaStore(chat.store, (state) => state.phase)
  const refused = useVanillaStore(chat.store, (state) => state.refused)
  const isOn = view.shared.setup.chat
  useEffect(() => {
    if (isOn && chat.store.getState().phase !== 'ready') void chat.refresh()
  }, [chat, isOn])
  if (!isOn)
    return <EmptyState icon="chat_off" title={t('session.chat.off')} text={t('session.chat.offText')} />
  return (
    <div className={css.chat}>
      {phase === 'loading' && (
        <div className={css.center} role="status">
          <Spinner size={32} />
          <span className="visually-hidden">{t('session.chat.loading')}</span>
        </div>
      )}
      {phase === 'failed' && refused && (
        <div className={css.center}>
          <ErrorState refused={refused} onRetry={() => void chat.refresh()} />
        </div>
      )}
      {phase === 'ready' && <ChatLines chat={chat} role={view.you.role} />}
      {phase === 'ready' && <NewestLine chat={chat} />}
      <MutedPeople chat={chat} />
      <ChatForm chat={chat} />
    </div>
  )
}
