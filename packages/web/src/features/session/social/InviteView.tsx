import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { inviteErrorText } from '../../../shared/api/invite-error-text.ts'
import { Avatar, type AvatarPerson } from '../../../shared/ui/media/Avatar.tsx'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { FriendsLoader } from '../FriendsLoader.tsx'
import { SelectionView } from '../SelectionView.tsx'
import css from './InviteView.module.css'
import type { InviteControls } from './use-invites.ts'

type InviteViewProps = { invites: InviteControls; active: readonly PublicUser[]; onDone: () => void }

/** A list of the person's friends with an invite button for each friend. */
export function InviteView({ invites, active, onDone }: InviteViewProps) {
  const { t } = useTranslation()
  return (
    <SelectionView level={3} title={t('session.social.inviteFriends')} onDone={onDone}>
      <FriendsLoader whyText={t('session.social.noFriendsText')}>
        {(friends) => (
          <ul>
            {friends.map((friend) => (
              <li key={friend.id}>
                <FriendRow
                  friend={friend}
                  isHere={active.some((person) => person.id === friend.id)}
                  invites={invites}
                />
              </li>
            ))}
          </ul>
        )}
      </FriendsLoader>
    </SelectionView>
  )
}

type FriendRowProps = { friend: AvatarPerson; isHere: boolean; invites: InviteControls }

function FriendRow({ friend, isHere, invites }: FriendRowProps) {
  const { t } = useTranslation()
  const { id, username: name } = friend
  const state = invites.states.get(id)
  const isSent = state === 'sent'
  const failed = typeof state === 'object' ? state.failed : null
  const statusText = failed
    ? inviteErrorText(t, failed, name)
    : isHere
      ? t('session.social.here')
      : isSent
        ? t('session.social.invited')
        : undefined
  return (
    <Row
      start={<Avatar person={friend} size={44} />}
      title={name}
      detail={
        statusText && (
          <span role={failed ? 'alert' : isSent ? 'status' : undefined} className={css.words}>
            {statusText}
          </span>
        )
      }
      end={
        !isHere && (
          <IconButton
            className={isSent ? css.sent : undefined}
            icon={isSent ? 'check' : 'send'}
            tone="plain"
            state={state === 'sending' ? 'loading' : failed ? 'failed' : 'default'}
            label={t(
              isSent
                ? 'session.social.sentTo'
                : failed
                  ? 'session.social.sendAgain'
                  : 'session.social.sendTo',
              { name },
            )}
            onClick={() => void invites.invite(id)}
          />
        )
      }
    />
  )
}
