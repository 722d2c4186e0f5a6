import type { Answer } from '@jointly/contract'
import { type ReactNode, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import {
  receiveAccounts,
  loadFriends,
  loadInvites,
  loadPlaylists,
  refreshLogin,
} from '../../shared/store/load-lists.ts'
import { removePrepared } from '../../shared/browser/prepared-screen.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { isLoggedInHere, useStore } from '../../shared/store/store.ts'
import { Spinner } from '../../shared/ui/states/Spinner.tsx'
import { ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import css from './FirstLoad.module.css'

/**
 * Fetches the data that all screens need. If the stored data belong to another token, for example after a login in
 * another tab, the person is fetched too. The other data are stored after the person, because a change of the person
 * removes them.
 */
async function loadFirst(signal: AbortSignal): Promise<Answer<unknown>> {
  const token = storedToken()
  // The screen waits for the person and for the accounts, so both calls are sent at once.
  const accounts = call('accounts', { signal })
  if (!isLoggedInHere(useStore.getState())) {
    const self = await refreshLogin(signal)
    if (!self.ok) return self
    // The home list is loaded again, because it was perhaps removed with the data of the previous person.
    void loadInvites()
  }
  void loadPlaylists()
  void loadFriends()
  return receiveAccounts(accounts, token)
}

/**
 * Renders its children when the person is known. Before that, and while the accounts are fetched for the first time,
 * it shows a small loader (L5), or the error if the person could not be fetched.
 */
export function FirstLoad({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const isKnown = useStore(isLoggedInHere)
  const hasAccounts = useStore((state) => state.accounts.length > 0)
  const { loading, reload } = useLoad(loadFirst)
  const hasFailed = !isKnown && loading.state === 'failed'
  useLayoutEffect(() => {
    if (hasFailed) removePrepared()
  }, [hasFailed])
  if (hasFailed) return <ErrorState isPage refused={loading.refused} onRetry={reload} />
  if (!isKnown || (!hasAccounts && loading.state === 'loading'))
    return (
      <p className={css.loader} role="status">
        <Spinner size={40} />
        <span className="visually-hidden">{t('state.loading')}</span>
      </p>
    )
  return children
}
