import type { BannedUser } from '@jointly/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { nameInText, PersonName } from '../../../shared/ui/media/PersonName.tsx'
import social from '../social/SocialTab.module.css'
import { usePersonAction } from './use-person-action.ts'

/** The list of banned people. It is only for people who may lift a ban (S7). */
export function BannedList({ ssid, banned }: { ssid: string; banned: readonly BannedUser[] }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  if (banned.length === 0) return null
  return (
    <section>
      <h3 ref={heading} tabIndex={-1} className={social.heading}>
        {t('session.options.banned.title')}
        <span className={social.count}>{banned.length}</span>
      </h3>
      <ul>
        {banned.map((person) => (
          <li key={person.user_id}>
            <BannedRow ssid={ssid} banned={person} onLifted={() => heading.current?.focus()} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type BannedRowProps = {
  ssid: string
  banned: BannedUser
  /**
   * Is called after the ban was lifted. The focused button disappears, so the caller must set the focus to another
   * element.
   */
  onLifted: () => void
}

/** A banned person, with a button that lifts the ban. */
export function BannedRow({ ssid, banned, onLifted }: BannedRowProps) {
  const { t } = useTranslation()
  const person = { ...banned, id: banned.user_id }
  const action = usePersonAction(ssid, person)
  const lift = async () => {
    if (await action.setBan(false)) onLifted()
  }
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
          onClick={() => void lift()}
        >
          {t('people.profile.lift')}
        </Button>
      }
    />
  )
}
