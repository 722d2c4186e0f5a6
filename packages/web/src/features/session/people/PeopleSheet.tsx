import { Dialog } from '@base-ui/react/dialog'
import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../shared/store/store.ts'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { scrolling, ScrollingDialog } from '../../../shared/ui/dialogs/ScrollingDialog.tsx'
import { pressableRow, Row } from '../../../shared/ui/layout/Row.tsx'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { PersonName } from '../../../shared/ui/media/PersonName.tsx'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { useIsMuted } from '../chat/mute/use-mute.ts'
import type { SessionView } from '../model/session-view.ts'
import { shownRoles } from '../social/shown-roles.ts'
import type { PeopleSheetContent } from './open-people-sheet.ts'
import css from './PeopleSheet.module.css'
import { ProfileFacts } from './ProfileFacts.tsx'
import { useProfileLoads } from './use-profile-loads.ts'
import { ProfileActions } from './ProfileActions.tsx'
import { type ProfileOptions, useBan } from './use-ban.ts'

type PeopleSheetProps = {
  content: PeopleSheetContent
  view: SessionView
  options: ProfileOptions
  onOpen: (content: PeopleSheetContent) => void
  onClose: () => void
}

/** A sheet about one person with the actions that the reader may use, or about the people who voted for a song (U5). */
export function PeopleSheet(props: PeopleSheetProps) {
  const { content, view, options, onOpen, onClose } = props
  return (
    <ScrollingDialog onClose={onClose} className={`${scrolling} ${css.sheet}`}>
      {content.kind === 'person' ? (
        <Profile
          key={content.person.id}
          person={current(view, content.person)}
          view={view}
          options={options}
          onClose={onClose}
        />
      ) : (
        <Voters content={content} onOpen={onOpen} onClose={onClose} />
      )}
    </ScrollingDialog>
  )
}

/**
 * Returns the current data of a person who is in the session. For other people, it returns `person`, whose data may
 * be older.
 */
const current = ({ shared }: SessionView, person: PublicUser): PublicUser =>
  shared.active.find(({ id }) => id === person.id) ?? person

type VotersProps = Pick<PeopleSheetProps, 'onOpen' | 'onClose'> & {
  content: Extract<PeopleSheetContent, { kind: 'voters' }>
}

function Voters({ content, onOpen, onClose }: VotersProps) {
  const { t } = useTranslation()
  const { title, voters, count } = content
  return (
    <>
      <div className={css.head}>
        <Dialog.Title className={css.title}>{t('people.voters.title', { title })}</Dialog.Title>
        <IconButton icon="close" label={t('state.close')} onClick={onClose} />
      </div>
      <ul className={css.list}>
        {voters.map((person) => (
          <li key={person.id}>
            <button type="button" className={pressableRow} onClick={() => onOpen({ kind: 'person', person })}>
              <Row start={<Avatar person={person} />} title={<PersonName person={person} />} />
            </button>
          </li>
        ))}
      </ul>
      {count > voters.length && (
        <p className="secondary-small">{t('session.social.more', { count: count - voters.length })}</p>
      )}
    </>
  )
}

type ProfileProps = {
  person: PublicUser
  view: SessionView
  options: ProfileOptions
  onClose: () => void
}

function Profile({ person, view, options, onClose }: ProfileProps) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const { shared, you } = view
  const { randomMode, isReady } = useProfileLoads(view, options)
  const ban = useBan(person, view, options)
  const mods = options.edit?.loaded.mods
  const isFriend = useStore(({ friends }) =>
    friends.some(({ id, status }) => id === person.id && status === 'friends'),
  )
  const role = shownRoles(shared.session.owner.id, { id: ownId, role: you.role }, mods).get(person.id)
  const isMuted = useIsMuted(person.id) === true
  const facts = [
    ban.isBanned && t('people.banned'),
    person.id === ownId && t('session.social.you'),
    isFriend && t('people.profile.friend'),
    !shared.active.some(({ id }) => id === person.id) && shared.activeCount <= shared.active.length
      ? t('people.profile.away')
      : false,
    isMuted && t('people.profile.muted'),
  ].filter(Boolean)
  return (
    <>
      <div className={css.head}>
        <Avatar person={person} size={72} />
        <div className={css.who}>
          <Dialog.Title className={css.title}>
            <PersonName person={person} />
          </Dialog.Title>
          {facts.length > 0 && <p className={`secondary-small ${css.marks}`}>{facts.join(' · ')}</p>}
        </div>
        <IconButton icon="close" label={t('state.close')} onClick={onClose} />
      </div>
      {isReady ? (
        <>
          <ProfileFacts
            person={person}
            view={view}
            randomMode={randomMode}
            role={role ?? null}
            // The role is known in three cases: the reader has the list of moderators, the session has no moderators
            // because it is not managed, or the person is the reader.
            isRoleKnown={mods !== undefined || !shared.session.managed || person.id === ownId}
          />
          <ProfileActions person={person} view={view} options={options} ban={ban} />
        </>
      ) : (
        // The facts and the buttons below them appear together, so that no button moves under the pointer (U5).
        <SkeletonRows count={2} />
      )}
    </>
  )
}
