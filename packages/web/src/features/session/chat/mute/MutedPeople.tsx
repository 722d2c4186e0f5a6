import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { PersonName } from '../../../../shared/ui/media/PersonName.tsx'
import type { Chat } from '../chat-controller.ts'
import css from '../ChatTab.module.css'
import { useMute } from './use-mute.ts'

/** The list of muted people, for moderators of the chat (C8). */
export function MutedPeople({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const people = useVanillaStore(chat.store, (state) => state.mutedPeople)
  const mute = useMute(chat)
  if (!people || people.length === 0) return null
  return (
    <ul className={css.mutedPeople} aria-label={t('session.chat.mutedPeople')}>
      {people.map((person: PublicUser) => (
        <li key={person.id} className={css.mutedPerson}>
          <span className="one-line">
            <PersonName person={person} />
          </span>
          <Button
            size="s"
            aria-label={t('session.chat.unmuteNamed', { name: person.username })}
            onClick={() => void mute(person, false)}
          >
            {t('session.chat.unmute')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
