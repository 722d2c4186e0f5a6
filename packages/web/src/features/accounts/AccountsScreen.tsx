import type { Account } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { useProvider } from '../../shared/api/use-provider.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { loadAccounts } from '../../shared/store/load-lists.ts'
import { playingAccount } from '../../shared/store/playing-account.ts'
import { useStore } from '../../shared/store/store.ts'
import { useOpenSession } from '../../shared/store/use-open-session.ts'
import { Avatar } from '../../shared/ui/media/Avatar.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { twoColumns } from '../../shared/ui/layout/Panel.tsx'
import { pressableRow, Row } from '../../shared/ui/layout/Row.tsx'
import { rowGrid, Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, ButtonLink, ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { StaleNote } from '../../shared/ui/states/StaleNote.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { AccountUse } from './AccountUse.tsx'
import css from './AccountsScreen.module.css'
import { ConnectPanel } from './ConnectPanel.tsx'
import { LoadedPlaylists } from './LoadedPlaylists.tsx'

export function AccountsScreen() {
  const { t } = useTranslation()
  const accounts = useStore((state) => state.accounts)
  const { loading, reload } = useLoad(loadAccounts)
  const isBuiltIn = useProvider()?.directLink === true
  const ssid = useOpenSession()?.session.uuid
  const go = useGo()
  // A person who opened this screen from a session returns to that session.
  const onConnected = () => (ssid === undefined ? reload() : go(screenPath.session(ssid)))
  return (
    <Screen wide title={t('accounts.title')} intro={t('accounts.intro')} back={<BackLink />}>
      <div className={twoColumns}>
        <div>
          <ul className={rowGrid}>
            {accounts.map((account) => (
              <li key={account.id}>
                <ShellLink to={screenPath.account(account.id)} className={pressableRow}>
                  <Row
                    wraps
                    start={<Avatar person={{ id: account.id, username: account.title }} size={52} />}
                    title={account.title}
                    detail={detailOf(t, account)}
                    end={<Icon name={account.status === 'ok' ? 'chevron_right' : 'warning'} />}
                  />
                </ShellLink>
              </li>
            ))}
          </ul>
          {accounts.length > 0 && <NextSteps accounts={accounts} />}
          {accounts.length > 0 && <LoadedPlaylists />}
          {accounts.length === 0 && loading.state === 'loading' && <SkeletonRows count={1} />}
          {loading.state === 'failed' ? (
            <ErrorState refused={loading.refused} onRetry={reload} />
          ) : (
            <StaleNote loading={loading} onRetry={reload} />
          )}
          {accounts.length === 0 && loading.state === 'ready' && (
            <EmptyState
              icon="accounts"
              title={t('accounts.empty')}
              text={t(isBuiltIn ? 'accounts.emptyTextBuiltIn' : 'accounts.emptyText')}
            >
              <ConnectPanel onConnected={onConnected} />
            </EmptyState>
          )}
        </div>
        <AccountUse />
      </div>
    </Screen>
  )
}

/** Tells the person when random mode still needs playlists, and links back to the session that is open. */
function NextSteps({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation()
  const session = useOpenSession()?.session
  const first = playingAccount(accounts)
  return (
    <div className={css.onwards}>
      {first && accounts.every((account) => account.selected_playlists === 0) && (
        <>
          <p>{t('accounts.choose')}</p>
          <ButtonLink tone="primary" to={screenPath.account(first.id)}>
            {t('accounts.choosePlaylists')}
          </ButtonLink>
        </>
      )}
      {session && (
        <ButtonLink to={screenPath.session(session.uuid)}>
          {t('accounts.toSession', { title: session.title })}
        </ButtonLink>
      )}
    </div>
  )
}

function detailOf(t: TFunction, account: Account): string {
  if (account.status === 'reconnect') return t('accounts.reconnect')
  if (account.status === 'not-allowed') return t('accounts.notAllowed')
  return [account.detail, t('accounts.selected', { count: account.selected_playlists })]
    .filter(Boolean)
    .join(' · ')
}
