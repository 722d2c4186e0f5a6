import { isOpenByLink, mayInvite } from '@jointly/domain'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../shared/store/store.ts'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import type { Inside } from '../model/merge.ts'
import type { OptionsEditing } from '../options/model/use-options.ts'
import { useFocusBack } from '../use-takeover.ts'
import { InviteView } from './InviteView.tsx'
import { rolesOf } from './roles-of.ts'
import { ShareLink } from './ShareLink.tsx'
import { Shares } from './Shares.tsx'
import css from './SocialTab.module.css'
import { useInviting } from './use-inviting.ts'

type SocialTabProps = { inside: Inside; options: Pick<OptionsEditing, 'edit' | 'open'> }

/** Who is here now, and how others come in. The invite view takes its place while it is open. */
export function SocialTab({ inside, options }: SocialTabProps) {
  const { shared, you } = inside
  const { session } = shared
  const inviting = useInviting(session.uuid)
  const [isInviting, setInviting] = useState(false)
  const invite = useFocusBack(isInviting)
  const may = mayInvite(session.policy, you.role)
  const { open } = options
  const seesModerators = session.managed && (you.role === 'owner' || you.role === 'manager')
  useEffect(() => {
    if (seesModerators) open()
  }, [seesModerators, open])

  if (isInviting && may)
    return <InviteView inviting={inviting} active={shared.active} onDone={() => setInviting(false)} />
  return (
    <div className={css.social}>
      <OnlineNow inside={inside} mods={options.edit?.loaded.mods} />
      <Shares shared={shared} />
      <section className={css.sharing}>
        <Invitation may={may} buttonRef={invite} onOpen={() => setInviting(true)} />
        <ShareLink ssid={session.uuid} title={session.title} byLink={isOpenByLink(session.policy)} />
      </section>
    </div>
  )
}

type InvitationProps = {
  may: boolean
  buttonRef: RefObject<HTMLButtonElement | null>
  onOpen: () => void
}

function Invitation({ may, buttonRef, onOpen }: InvitationProps) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={css.heading}>{t('session.social.invite')}</h3>
      {may ? (
        <Button ref={buttonRef} className={css.action} icon="person_add" tone="primary" onClick={onOpen}>
          {t('session.social.inviteFriends')}
        </Button>
      ) : (
        <p className={css.hint}>{t('session.social.mayNot')}</p>
      )}
    </>
  )
}

type OnlineProps = { inside: Inside; mods: Parameters<typeof rolesOf>[2] }

function OnlineNow({ inside: { shared, you }, mods }: OnlineProps) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const { active, activeCount } = shared
  const roles = rolesOf(shared.session.owner.id, { id: ownId, role: you.role }, mods)
  const wordsFor = (id: string) => {
    const role = roles.get(id)
    const parts = [id === ownId && t('session.social.you'), role && t(`session.options.level.${role}`)]
    return parts.filter(Boolean).join(' · ') || undefined
  }
  return (
    <section>
      <h3 className={css.heading}>
        {t('session.social.online')}
        <span className={css.count}>{activeCount}</span>
      </h3>
      <ul>
        {active.map((person) => (
          <li key={person.id}>
            <Row
              start={<Avatar name={person.username} />}
              title={person.username}
              detail={wordsFor(person.id)}
            />
          </li>
        ))}
      </ul>
      {activeCount > active.length && (
        <p className={css.hint}>{t('session.social.more', { count: activeCount - active.length })}</p>
      )}
    </section>
  )
}
