import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { useStore } from '../../../shared/store/store.ts'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import type { Chat } from './chat-controller.ts'
import { newestId } from './chat-log.ts'

/**
 * Makes screen readers read the newest chat line of another person (C11). Lines that were already there at the first
 * render are not read. It is also in an empty chat, because screen readers only read texts that change.
 */
export function NewestLine({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const log = useVanillaStore(chat.store, (state) => state.log)
  const newest = newestId(log)
  const [first, setFirst] = useState(newest)
  // The server was restored from an older backup.
  if (newest < first) setFirst(newest)
  const line = log.lines.at(-1)
  // When the newest line is deleted, the line before it was already read.
  const isNew = line !== undefined && line.id > first && line.id === newest && line.user.id !== ownId
  return (
    <p className="visually-hidden" role="status">
      {isNew && (
        // With the key, a line with the same text as the line before is a new element, which is read.
        <span key={line.id}>
          {t('session.chat.said', { name: nameInText(t, line.user), text: line.text })}
        </span>
      )}
    </p>
  )
}
