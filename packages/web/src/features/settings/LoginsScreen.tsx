import type { ActiveLogin } from '@jointly/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { LoginRow } from './LoginRow.tsx'
import css from './SettingsScreen.module.css'

const loadLogins = (signal: AbortSignal) => call('logins', { signal })

/** The active logins of the person, each with a button that ends it (A9). */
export function LoginsScreen() {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(loadLogins)
  return (
    <Screen
      title={t('settings.logins')}
      intro={t('logins.intro')}
      back={<BackLink to={screenPath.settings()} />}
    >
      {loading.state === 'loading' && (
        <div role="status" aria-label={t('logins.loading')}>
          <SkeletonRows count={2} />
        </div>
      )}
      {loading.state === 'failed' && <ErrorState refused={loading.refused} onRetry={reload} />}
      {loading.state === 'ready' && <Logins logins={loading.value} />}
    </Screen>
  )
}

function Logins({ logins }: { logins: readonly ActiveLogin[] }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const remaining = logins.filter(({ id }) => !ended.has(id))
  const removeRow = (id: string) => {
    setEnded((before) => new Set([...before, id]))
    // The focused button was removed together with its row, so the list gets the focus.
    list.current?.focus()
  }
  return (
    <>
      <ul ref={list} className={css.logins} aria-label={t('settings.logins')} tabIndex={-1}>
        {[...remaining.filter(({ current }) => current), ...remaining.filter(({ current }) => !current)].map(
          (login) => (
            <li key={login.id}>
              <LoginRow login={login} onEnded={() => removeRow(login.id)} />
            </li>
          ),
        )}
      </ul>
      {remaining.length === 1 && <p className={css.alone}>{t('logins.alone')}</p>}
    </>
  )
}
