import { mayBan, mayInvite } from '@jointly/domain'
import { type RefObject, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveHistoryButton } from '../../../shared/history/SaveHistoryButton.tsx'
import { useStore } from '../../../shared/store/store.ts'
import { CreateAccountLink } from '../../../shared/ui/buttons/CreateAccountLink.tsx'
import { PersonName } from '../../../shared/ui/media/PersonName.tsx'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { pressableRow, Row } from '../../../shared/ui/layout/Row.tsx'
import { useHeldWhilePressed } from '../../../shared/ui/layout/use-held-while-pressed.ts'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { SessionView } from '../model/session-view.ts'
import type { OptionsControls } from '../options/model/use-options.ts'
import { BannedList } from '../people/BannedList.tsx'
import { OpenPeopleSheet } from '../people/open-people-sheet.ts'
import { useFocusReturn } from '../../../shared/ui/layout/use-focus-return.ts'
import { InviteView } from './InviteView.tsx'
import { shownRoles } from './shown-roles.ts'
import { ShareLink } from './ShareLink.tsx'
import { FairTurns } from './FairTurns.tsx'
import css from './SocialTab.module.css'
import { useInvites } from './use-invites.ts'

type SocialTabProps = { view: SessionView; options: Pick<OptionsControls, 'edit' | 'open'> }

/**
 * The tab with the people in the session and the invite button. While the invite view is open, it replaces this
 * content.
 */
export function SocialTab({ view: newView, options }: SocialTabProps) {
  const { t } = useTranslation()
  const [{ view, loaded }, onPointerDown] = useHeldWhilePressed({
    view: newView,
    loaded: options.edit?.loaded,
  })
  const { shared, you } = view
  const { session } = shared
  const invites = useInvites(session.uuid)
  const [isInviting, setInviting] = useState(false)
  const invite = useFocusReturn(isInviting)
  const isGuest = useStore((state) => state.user?.guest === true)
  const may = mayInvite(session.policy, you.role)
  const { open } = options
  // The moderators and the banned people are parts of the options, so the options are loaded. Everyone who may see
  // the moderators may also ban people, so one check is enough.
  const bans = mayBan(you.role, session.managed)
  useEffect(() => {
    if (bans) open()
  }, [bans, open])

  if (isInviting && may)
    return <InviteView invites={invites} active={shared.active} onDone={() => setInviting(false)} />
  return (
    <div className={css.social} onPointerDown={onPointerDown}>
      <OnlineNow view={view} mods={loaded?.mods} />
      <BannedList ssid={session.uuid} banned={loaded?.banned ?? []} />
      <FairTurns shared={shared} />
      <section className={css.sharing}>
        <h3 className={css.heading}>{t('session.social.invite')}</h3>
        {!isGuest && <Invitation may={may} buttonRef={invite} onOpen={() => setInviting(true)} />}
        <ShareLink session={session} />
        <SaveHistoryButton visit={session.uuid} className={css.action} />
        {isGuest && (
          <div className={css.action}>
            <CreateAccountLink />
          </div>
        )}
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
  if (!may) return <p className={css.hint}>{t('session.social.mayNot')}</p>
  return (
    <Button ref={buttonRef} className={css.action} icon="person_add" tone="primary" onClick={onOpen}>
      {t('session.social.inviteFriends')}
    </Button>
  )
}

type OnlineProps = { view: SessionView; mods: Parameters<typeof shownRoles>[2] }

function OnlineNow({ view: { shared, you }, mods }: OnlineProps) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const openSheet = use(OpenPeopleSheet)
  const { active, activeCount } = shared
  const roles = shownRoles(shared.session.owner.id, { id: ownId, role: you.role }, mods)
  const detailOf = (id: string) => {
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
            <button
              type="button"
              className={pressableRow}
              aria-haspopup="dialog"
              onClick={() => openSheet({ kind: 'person', person })}
            >
              <Row
                start={<Avatar person={person} />}
                title={<PersonName person={person} />}
                detail={detailOf(person.id)}
                end={<Icon name="chevron_right" size={18} />}
              />
            </button>
          </li>
        ))}
      </ul>
      {activeCount > active.length && (
        <p className={css.hint}>{t('session.social.more', { count: activeCount - active.length })}</p>
      )}
    </section>
  )
}
