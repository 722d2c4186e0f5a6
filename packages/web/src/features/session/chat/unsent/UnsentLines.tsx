import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { useStore } from '../../../../shared/store/store.ts'
import type { Chat } from '../chat-controller.ts'
import { visibleUnsent } from './chat-outbox.ts'
import css from '../ChatTab.module.css'

/** This person's chat lines that the server has not stored yet, below the stored lines (C11). */
export function UnsentLines({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const log = useVanillaStore(chat.store, (state) => state.log)
  const unsent = useVanillaStore(chat.store, (state) => state.unsent)
  const hasFailed = useVanillaStore(chat.store, (state) => state.failure !== null)
  return visibleUnsent({ log, unsent }, ownId).map(({ key, text }) => (
    <li key={key} className={css.group} data-own data-unsent={hasFailed ? 'failed' : 'sending'}>
      <div className={css.bubbles}>
        <p className={css.author}>{t(hasFailed ? 'session.chat.notSent' : 'session.chat.sending')}</p>
        <div className={css.line}>
          <p className={css.bubble} dir="auto">
            {text}
          </p>
        </div>
      </div>
    </li>
  ))
}
