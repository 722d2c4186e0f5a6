import type { Invite } from '@jointly/contract'
import { useParams } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useShell } from '../../shared/browser/layout/use-shell.ts'
import { loadInvites } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { IconButton } from '../../shared/ui/buttons/Button.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { StaleNote } from '../../shared/ui/states/StaleNote.tsx'
import { ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { GetStarted } from './GetStarted.tsx'
import css from './HomeList.module.css'
import { HomeHeader } from './HomeHeader.tsx'
import { JoinByCode } from './JoinByCode.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { SessionItem } from './SessionItem.tsx'
import { useHomeList } from './use-home-list.ts'

/**
 * The home list: the header with its buttons, then favorite sessions, then incoming sessions.
 * @param isScreen whether the list is the whole screen, as on a phone
 */
export function HomeList({ isScreen = false }: { isScreen?: boolean }) {
  const { t } = useTranslation()
  const { favorites, incoming, loading, reload } = useHomeList()
  // On a desktop, the code field is not in the list but beside it (`HomeMain`).
  const isPhone = useShell() === '/app'
  const empty = favorites.length + incoming.length === 0
  const isGuest = useStore((state) => state.user?.guest === true)
  const start = empty && loading.state === 'ready' && <GetStarted isGuest={isGuest} />
  // A refresh that fails is repeated by `reload`, which shows the error.
  const refresh = async () => {
    const answer = await loadInvites()
    if (!answer.ok) reload()
  }
  return (
    <div className={css.home}>
      <HomeHeader isEmpty={empty} isScreen={isScreen} />
      <PullToRefresh onRefresh={refresh}>
        {loading.state === 'failed' && empty ? (
          <ErrorState refused={loading.refused} onRetry={reload} />
        ) : (
          <StaleNote loading={loading} onRetry={reload} />
        )}
        {empty && loading.state === 'loading' && <SkeletonRows label={t('state.loading')} />}
        <div className={css.lists}>
          {/* The button is in no section. Otherwise it would lose the focus when the list gets its first session. */}
          {(!empty || loading.state === 'ready') && (
            <IconButton
              className={css.refresh}
              icon="refresh"
              label={t('home.refresh')}
              size={16}
              onClick={reload}
            />
          )}
          {!isGuest && start}
          <Section title={t('home.incoming')} invites={incoming} />
          <Section title={t('home.favorites')} invites={favorites} />
        </div>
        {/* The code field has the same place with and without sessions. Otherwise it would lose its text when the
            first session comes. */}
        {isPhone && (!empty || loading.state !== 'loading') && (
          <div className={css.code}>
            <JoinByCode />
          </div>
        )}
        {isGuest && start}
      </PullToRefresh>
    </div>
  )
}

function Section({ title, invites }: { title: string; invites: readonly Invite[] }) {
  const id = useId()
  const { ssid } = useParams({ strict: false })
  if (invites.length === 0) return null
  return (
    <section aria-labelledby={id} className={css.section}>
      <h2 id={id} className={css.heading}>
        {title}
      </h2>
      <ul>
        {invites.map((invite) => (
          <li key={invite.session_uuid}>
            <SessionItem invite={invite} selected={invite.session_uuid === ssid} />
          </li>
        ))}
      </ul>
    </section>
  )
}
