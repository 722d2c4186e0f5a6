import type { Friend, Invite } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { useShell } from '../../shared/browser/layout/use-shell.ts'
import { useLiveInvites } from '../../shared/store/use-open-session.ts'
import { loadFriends, loadInvites } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { useRefreshing } from '../../shared/store/use-refreshing.ts'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { Panel, panelColumn, twoColumns } from '../../shared/ui/layout/Panel.tsx'
import { useHeldWhilePressed } from '../../shared/ui/layout/use-held-while-pressed.ts'
import { useFocusHandover } from '../../shared/ui/layout/use-focus-handover.ts'
import { rowGrid, Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, IconLink, ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { useRequestToasts } from '../../shared/ui/toasts/use-request-toasts.ts'
import { FindPeople, usePeopleSearch } from './FindPeople.tsx'
import { FriendRow } from './FriendRow.tsx'
import { FriendSession } from './FriendSession.tsx'
import css from './FriendsScreen.module.css'
import { friendSessions } from './friend-sessions.ts'

/**
 * Shows requests, sessions of friends, and friends (N1, N3). Changes by other people arrive over the live
 * connection.
 */
export function FriendsScreen() {
  const { t } = useTranslation()
  const isDesktop = useShell() === '/main'
  const [{ friends, invites }, onPointerDown] = useHeldWhilePressed({
    friends: useStore((state) => state.friends),
    invites: useLiveInvites(),
  })
  const { loading, reload } = useLoad(loadFriends)
  useRequestToasts({ ssid: null, isLoaded: loading.state === 'ready' })
  const requests = friends.filter(({ status }) => status === 'asked')
  const others = friends.filter(({ status }) => status !== 'asked')
  return (
    <Screen
      wide
      title={t('friends.title')}
      back={<BackLink />}
      actions={<IconLink icon="search" label={t('friends.find')} to={screenPath.findFriends()} />}
    >
      <div className={twoColumns}>
        {isDesktop && <FindPanel known={loading.state === 'ready' ? friends : null} />}
        <div className={panelColumn} onPointerDown={onPointerDown}>
          {requests.length > 0 && (
            <Panel isUrgent title={t('friends.requests', { count: requests.length })}>
              <FriendList friends={requests} />
            </Panel>
          )}
          <Sessions invites={invites} />
          {others.length > 0 && (
            <Panel title={t('friends.all')}>
              <FriendList friends={others} />
            </Panel>
          )}
          {friends.length === 0 && loading.state === 'loading' && <SkeletonRows count={3} />}
          {loading.state === 'failed' && <ErrorState refused={loading.refused} onRetry={reload} />}
          {friends.length === 0 && loading.state === 'ready' && (
            <EmptyState icon="friends" title={t('friends.empty')} text={t('friends.emptyText')}>
              {!isDesktop && (
                <ButtonLink to={screenPath.findFriends()} tone="primary">
                  <Icon name="search" /> {t('friends.find')}
                </ButtonLink>
              )}
            </EmptyState>
          )}
        </div>
      </div>
      {!isDesktop && <RefreshSessions />}
    </Screen>
  )
}

function FriendList({ friends }: { friends: readonly Friend[] }) {
  return (
    <ul className={rowGrid}>
      {friends.map((friend) => (
        <FriendItem key={friend.id} friend={friend} />
      ))}
    </ul>
  )
}

/** A request that was answered moves to another list or disappears. Then the next row gets the focus. */
function FriendItem({ friend }: { friend: Friend }) {
  const item = useFocusHandover<HTMLLIElement>(nextButtonOf)
  return (
    <li ref={item}>
      <FriendRow friend={friend} />
    </li>
  )
}

/** Returns a button of the next or previous row. Without another row, returns the heading of the screen. */
const nextButtonOf = (item: HTMLElement): HTMLElement | null | undefined =>
  (item.nextElementSibling ?? item.previousElementSibling)?.querySelector<HTMLElement>('button') ??
  item.closest('main')?.querySelector('h1')

/** The sessions of friends, if there are any. */
function Sessions({ invites }: { invites: readonly Invite[] }) {
  const { t } = useTranslation()
  const sessions = friendSessions(invites)
  if (sessions.length === 0) return null
  return (
    <Panel title={t('friends.sessions')}>
      <ul className={rowGrid}>
        {sessions.map((invite) => (
          <li key={invite.session_uuid}>
            <FriendSession invite={invite} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Refreshes the sessions on the phone. On a desktop, the home list beside this screen refreshes them. */
function RefreshSessions() {
  const { reload } = useLoad(loadInvites)
  useRefreshing(reload)
  return null
}

/** The field that finds people. On a desktop it is beside the friends. */
function FindPanel({ known }: { known: readonly Friend[] | null }) {
  const { t } = useTranslation()
  return (
    <div className={css.find}>
      <Panel isTitleHidden title={t('friends.findTitle')}>
        <div className={css.box}>
          <FindPeople
            {...usePeopleSearch()}
            known={known}
            start={<p className={css.hint}>{t('friends.findStartText')}</p>}
          />
        </div>
      </Panel>
    </div>
  )
}
