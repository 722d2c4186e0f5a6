import { CSPProvider } from '@base-ui/react/csp-provider'
import { Outlet } from '@tanstack/react-router'
import { useBadge } from '../../features/home/badge.ts'
import { StageLights } from '../../shared/ui/media/StageLights.tsx'
import css from './AppShell.module.css'
import { LiveConnection } from '../live/LiveConnection.tsx'
import { FirstLoad } from './FirstLoad.tsx'
import { useFittingShell } from './use-fitting-shell.ts'

/** The phone shell. It shows one screen at a time, and home is the list. */
export function AppShell() {
  useFittingShell()
  useBadge()
  return (
    <CSPProvider disableStyleElements>
      <LiveConnection />
      <main className={css.shell}>
        <StageLights />
        <FirstLoad>
          <Outlet />
        </FirstLoad>
      </main>
    </CSPProvider>
  )
}
