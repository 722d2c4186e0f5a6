import type { Answer } from '@jointly/contract'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/api/error-text.ts'
import { loadAccounts, loadFriends, loadPlaylists, refreshLogin } from '../../shared/store/load.ts'
import type { ClientState } from '../../shared/store/state.ts'
import { useStore } from '../../shared/store/store.ts'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { ErrorState } from '../../shared/ui/StateNote.tsx'
import { useLoad } from '../../shared/ui/use-load.ts'
import css from './FirstLoad.module.css'

const isSelfKnown = ({ user, active }: ClientState) => user !== null && active !== null

/** Asks who is here where the browser kept the token but not the rest, as an older version may have left it. */
async function findSelf(signal: AbortSignal): Promise<Answer<unknown>> {
  return isSelfKnown(useStore.getState()) ? { ok: true, value: null } : refreshLogin(signal)
}

/** Fetches what the screens rely on anew; the small loader shows only until the accounts have been asked for (L5). */
export function FirstLoad({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const hasAccounts = useStore((state) => state.accounts.length > 0)
  const { loading } = useLoad(loadAccounts)
  const isKnown = useStore(isSelfKnown)
  const { loading: self, reload } = useLoad(findSelf)
  useEffect(() => {
    void loadPlaylists()
    void loadFriends()
  }, [])
  if (self.state === 'failed') return <ErrorState text={errorText(t, self.refused)} onRetry={reload} />
  if ((!hasAccounts && loading.state === 'loading') || !isKnown)
    return (
      <p className={css.loader} role="status">
        <Spinner size={40} />
        <span className="visually-hidden">{t('state.loading')}</span>
      </p>
    )
  return children
}
