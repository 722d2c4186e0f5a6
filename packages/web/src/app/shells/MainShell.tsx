import { CSPProvider } from '@base-ui/react/csp-provider'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBadge } from '../../features/home/badge.ts'
import { HomeList } from '../../features/home/HomeList.tsx'
import { StageLights } from '../../shared/ui/media/StageLights.tsx'
import { LiveConnection } from '../live/LiveConnection.tsx'
import { FirstLoad } from './FirstLoad.tsx'
import css from './MainShell.module.css'
import { useFittingShell } from './use-fitting-shell.ts'

/** The desktop shell: the home list beside the stage. */
export function MainShell() {
  const { t } = useTranslation()
  useFittingShell()
  useBadge()
  return (
    <CSPProvider disableStyleElements>
      <LiveConnection />
      <div className={css.shell}>
        <StageLights />
        <aside className={css.pane} aria-label={t('home.title')}>
          <HomeList />
        </aside>
        <main className={css.stage}>
          <FirstLoad>
            <Outlet />
          </FirstLoad>
        </main>
      </div>
    </CSPProvider>
  )
}
