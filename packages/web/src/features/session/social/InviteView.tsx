import type { PublicUser } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { loadFriends } from '../../../shared/store/load.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Avatar } from '../../../shared/ui/Avatar.tsx'
import { Button, buttonClass, IconButton } from '../../../shared/ui/Button.tsx'
import { Row } from '../../../shared/ui/Row.tsx'
import { ShellLink } from '../../../shared/ui/ShellLink.tsx'
import { SkeletonRows } from '../../../shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/StateNote.tsx'
import { useLoad } from '../../../shared/ui/use-load.ts'
import { useTakeover } from '../use-takeover.ts'
import css from './InviteView.module.css'
import type { Inviting } from './use-inviting.ts'

type InviteViewProps = { inviting: Inviting; active: readonly PublicUser[]; onDone: () => void }

/** Friends with an invite button each, and the way back. */
export function InviteView({ inviting, active, onDone }: InviteViewProps) {
  const { t } = useTranslation()
  const { view, heading } = useTakeover<HTMLElement>(onDone)
  return (
    <section ref={view} className={css.view}>
      <h3 ref={heading} tabIndex={-1} className={css.heading}>
        {t('session.social.inviteTitle')}
      </h3>
      <Friends inviting={inviting} active={active} />
      <Button tone="primary" icon="check" className={css.done} onClick={onDone}>
        {t('session.social.done')}
      </Button>
    </section>
  )
}

function Friends({ inviting, active }: Omit<InviteViewProps, 'onDone'>) {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(loadFriends)
  const friends = useStore((state) => state.friends).filter(({ status }) => status === 'friends')
  if (loading.state === 'failed' && friends.length === 0)
    return <ErrorState text={errorText(t, loading.refused)} onRetry={reload} />
  if (loading.state === 'loading' && friends.length === 0) return <SkeletonRows count={3} />
  if (friends.length === 0)
    return (
      <EmptyState
        icon="friends"
        title={t('session.social.noFriends')}
        text={t('session.social.noFriendsText')}
      >
        <ShellLink className={buttonClass()} to={screenPath.findFriends()}>
          {t('session.social.findFriends')}
        </ShellLink>
      </EmptyState>
    )
  return (
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
