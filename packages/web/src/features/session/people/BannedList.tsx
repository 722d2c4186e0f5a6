import type { Banned } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { nameInText, PersonName } from '../../../shared/ui/media/PersonName.tsx'
import social from '../social/SocialTab.module.css'
import { usePersonAction } from './use-person-action.ts'

/** The list of banned people. It is shown to people who may lift a ban (S7). */
export function BannedList({ ssid, banned }: { ssid: string; banned: readonly Banned[] }) {
  const { t } = useTranslation()
  if (banned.length === 0) return null
  return (
    <section>
      <h3 className={social.heading}>
        {t('people.banned')}
        <span className={social.count}>{banned.length}</span>
      </h3>
      <ul>
        {banned.map((person) => (
          <li key={person.user_id}>
            <BannedRow ssid={ssid} banned={person} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BannedRow({ ssid, banned }: { ssid: string; banned: Banned }) {
  const { t } = useTranslation()
  const person = { ...banned, id: banned.user_id }
  const action = usePersonAction(ssid, person)
  return (
    <Row
      start={<Avatar person={person} />}
      title={<PersonName person={person} />}
      end={
        <Button
          size="s"
          icon="undo"
          state={action.state}
          aria-label={t('people.profile.liftOf', { name: nameInText(t, person) })}
          onClick={() => void action.setBan(false)}
        >
          {t('people.profile.lift')}
        </Button>
      }
    />
  )
}
