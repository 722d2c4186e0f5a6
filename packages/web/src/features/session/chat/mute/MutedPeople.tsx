import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { useStore as useVanillaStore } from 'zustand'
import { Button } from '../../../../shared/ui/buttons/Button.tsx'
import { neighbourWith, useFocusHandover } from '../../../../shared/ui/layout/use-focus-handover.ts'
import { PersonName } from '../../../../shared/ui/media/PersonName.tsx'
import type { Chat } from '../chat-controller.ts'
import css from '../ChatTab.module.css'
import { useMute } from './use-mute.ts'

const neighbourOf = neighbourWith('button', '[role=tabpanel]')

/** The list of muted people, for moderators of the chat (C8). */
export function MutedPeople({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const people = useVanillaStore(chat.store, (state) => state.mutedPeople)
  if (!people || people.length === 0) return null
  return (
    <ul className={css.mutedPeople} aria-label={t('session.chat.mutedPeople')}>
      {people.map((person) => (
        <MutedPerson key={person.id} chat={chat} person={person} />
      ))}
    </ul>
  )
}

/** A muted person. When the person is unmuted, the next person gets the focus, or the tab (D14). */
function MutedPerson({ chat, person }: { chat: Chat; person: PublicUser }) {
  const { t } = useTranslation()
  const mute = useMute(chat)
  const row = useFocusHandover<HTMLLIElement>(neighbourOf)
  return (
    <li ref={row} className={css.mutedPerson}>
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
  )
}
