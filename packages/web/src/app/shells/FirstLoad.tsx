import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { loadAccounts, loadFriends, loadPlaylists } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { Spinner } from '../../shared/ui/Spinner.tsx'
import { useLoad } from '../../shared/ui/use-load.ts'
import css from './FirstLoad.module.css'

/** Fetches what the screens rely on anew; the small loader shows only until the accounts have been asked for (L5). */
export function FirstLoad({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const known = useStore((state) => state.accounts.length > 0)
  const { loading } = useLoad(loadAccounts)
  useEffect(() => {
    void loadPlaylists()
    void loadFriends()
  }, [])
  if (!known && loading.state === 'loading')
    return (
      <p className={css.loader} role="status">
        <Spinner size={40} />
        <span className="visually-hidden">{t('state.loading')}</span>
      </p>
    )
  return children
}
