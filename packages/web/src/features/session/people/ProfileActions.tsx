import { ModeratorLevel, type PublicUser } from '@jointly/contract'
import { mayBan, maySeeSection, mayInvite } from '@jointly/domain'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../../shared/browser/paths.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { ButtonLink } from '../../../shared/ui/buttons/ShellLink.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { MuteButton } from '../chat/mute/MuteButton.tsx'
import type { SessionView } from '../model/session-view.ts'
import css from './PeopleSheet.module.css'
import type { Ban, ProfileOptions } from './use-ban.ts'
import { usePersonAction } from './use-person-action.ts'

type ActionsProps = { person: PublicUser; view: SessionView; options: ProfileOptions }
type ProfileActionsProps = ActionsProps & { ban: Ban }

/** The actions that the reader may use for a person (U5). */
export function ProfileActions({ person, view, options, ban }: ProfileActionsProps) {
  const { t } = useTranslation()
  const user = useStore((state) => state.user)
  const { session } = view.shared
  const { role } = view.you
  const bans = mayBan(role, session.managed)
  if (user && user.id === person.id)
    return (
      <div className={css.actions}>
        <ButtonLink to={screenPath.settings()}>
          <Icon name="edit" /> {t(user.guest ? 'people.profile.change' : 'people.profile.settings')}
        </ButtonLink>
      </div>
    )
  if (!user) return null
  // A guest has neither friends nor a role, so there are no actions (G2).
  if (user.guest) return <p className="secondary-small">{t('people.profile.asGuest')}</p>
  // A banned person cannot be invited and cannot get a role until the ban is lifted.
  if (ban.isBanned) return bans ? <LiftBan ban={ban} /> : null
  const isOwner = person.id === session.owner.id
  return (
    <div className={css.actions}>
      {person.guest ? (
        <p className="secondary-small">{t('people.profile.ofGuest')}</p>
      ) : (
        <Friendship person={person} view={view} />
      )}
      {maySeeSection(role, 'mods', session.managed) && !isOwner && !person.guest && (
        <RoleChoice person={person} view={view} options={options} />
      )}
      {view.shared.setup.chat && !isOwner && (
        <MuteButton
          person={person}
          ownRole={role}
          role={options.edit?.loaded.mods?.find(({ user_id }) => user_id === person.id)?.level ?? 'guest'}
        />
      )}
      {bans && !isOwner && <BanButton person={person} view={view} options={options} ban={ban} />}
    </div>
  )
}

/**
 * Buttons for the friendship with a person: send a request, answer a request, or invite a friend who is not in the
 * session.
 */
function Friendship({ person, view }: Omit<ActionsProps, 'options'>) {
  const { t } = useTranslation()
  const { session, active } = view.shared
  const status = useStore(({ friends }) => friends.find(({ id }) => id === person.id)?.status ?? 'none')
  const action = usePersonAction(session.uuid, person)
  const isHere = active.some(({ id }) => id === person.id)
  const [isInvited, setInvited] = useState(false)
  const invite = async () => (await action.invite()) && setInvited(true)
  if (status === 'friends')
    return isHere || !mayInvite(session.policy, view.you.role) ? null : (
      <Button
        tone="primary"
        icon={isInvited ? 'check' : 'send'}
        state={action.state}
        onClick={() => void invite()}
      >
        {t('people.profile.invite')}
      </Button>
    )
  if (status === 'requested') return <p className="secondary-small">{t('people.profile.requested')}</p>
  return (
    <Button tone="primary" icon="person_add" state={action.state} onClick={() => void action.befriend()}>
      {t(status === 'asked' ? 'people.profile.accept' : 'people.profile.befriend')}
    </Button>
  )
}

const NO_LEVEL = 'none'

/** A select that gives a friend a role, changes the role, or removes it (S7). */
function RoleChoice({ person, view, options }: ActionsProps) {
  const { t } = useTranslation()
  const id = useId()
  const action = usePersonAction(view.shared.session.uuid, person)
  const mods = options.edit?.loaded.mods
  const level = mods?.find(({ user_id }) => user_id === person.id)?.level
  const isFriend = useStore(({ friends }) =>
    friends.some((friend) => friend.id === person.id && friend.status === 'friends'),
  )
  // Only friends can become moderators (R3).
  if (!mods || (!level && !isFriend)) return null
  return (
    <div className={css.role}>
      <label htmlFor={id}>{t('people.profile.role')}</label>
      <select
        id={id}
        value={level ?? NO_LEVEL}
        disabled={action.state === 'loading'}
        onChange={({ target }) =>
          void action.setRole(ModeratorLevel.options.find((each) => each === target.value) ?? null)
        }
      >
        <option value={NO_LEVEL}>{t('people.profile.noRole')}</option>
        {ModeratorLevel.options.map((each) => (
          <option key={each} value={each}>
            {t(`session.options.level.${each}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The button that bans a person who is in the session (S7). */
function BanButton({ person, view, options, ban }: ActionsProps & { ban: Ban }) {
  const { t } = useTranslation()
  const { session } = view.shared
  const { banned, mods } = options.edit?.loaded ?? {}
  if (!banned) return null
  const level = mods?.find(({ user_id }) => user_id === person.id)?.level
  if (level && !maySeeSection(view.you.role, 'mods', session.managed)) return null
  return (
    <Button tone="danger" icon="block" state={ban.state} onClick={() => void ban.set(true)}>
      {t('people.profile.ban')}
    </Button>
  )
}

/** The button that lifts the ban of a person (S7). */
function LiftBan({ ban }: { ban: Ban }) {
  const { t } = useTranslation()
  return (
    <div className={css.actions}>
      <Button icon="undo" state={ban.state} onClick={() => void ban.set(false)}>
        {t('people.profile.lift')}
      </Button>
    </div>
  )
}
