import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { OwnFriends } from '../OwnFriends.tsx'
import { SelectionView } from '../SelectionView.tsx'
import css from './InviteView.module.css'
import type { Inviting } from './use-inviting.ts'

type InviteViewProps = { inviting: Inviting; active: readonly PublicUser[]; onDone: () => void }

/** Friends with an invite button each, and the way back. */
export function InviteView({ inviting, active, onDone }: InviteViewProps) {
  const { t } = useTranslation()
  return (
    <SelectionView level={3} title={t('session.social.inviteTitle')} onDone={onDone}>
      <Friends inviting={inviting} active={active} />
    </SelectionView>
  )
}

function Friends({ inviting, active }: Omit<InviteViewProps, 'onDone'>) {
  const { t } = useTranslation()
  return (
    <OwnFriends whyText={t('session.social.noFriendsText')}>
      {(friends) => (
        <ul>
          {friends.map(({ id, username }) => (
            <li key={id}>
              <FriendRow
                id={id}
                name={username}
                isHere={active.some((person) => person.id === id)}
                inviting={inviting}
              />
            </li>
          ))}
        </ul>
      )}
    </OwnFriends>
  )
}

type FriendRowProps = { id: string; name: string; isHere: boolean; inviting: Inviting }

function FriendRow({ id, name, isHere, inviting }: FriendRowProps) {
  const { t } = useTranslation()
  const state = inviting.states.get(id)
  const isSent = state === 'sent'
  const failed = typeof state === 'object' ? state.failed : null
  const words = failed
    ? failed.error.code === 'policy' || failed.error.code === 'banned'
      ? t('session.social.closed', { name })
      : errorText(t, failed)
    : isHere
      ? t('session.social.here')
      : isSent
        ? t('session.social.invited')
        : undefined
  return (
    <Row
      start={<Avatar name={name} size={44} />}
      title={name}
      detail={
        words && (
          <span role={failed ? 'alert' : isSent ? 'status' : undefined} className={css.words}>
            {words}
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
            onClick={() => void inviting.invite(id)}
          />
        )
      }
    />
  )
}
