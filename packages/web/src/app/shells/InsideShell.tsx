import { CSPProvider } from '@base-ui/react/csp-provider'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useGuestSound } from '../../features/guest/use-guest-sound.ts'
import { useBadge } from '../../features/home/badge.ts'
import { useLayers } from '../../shared/browser/back/use-layer.ts'
import { useShell } from '../../shared/browser/layout/use-shell.ts'
import { lazyNamed } from '../../shared/ui/parts/lazy-named.ts'
import { BackgroundLights } from '../../shared/ui/media/BackgroundLights.tsx'
import { LiveConnection } from '../live/LiveConnection.tsx'
import { ScreenWithSession } from '../live/ScreenWithSession.tsx'
import { FirstLoad } from './FirstLoad.tsx'
import css from './InsideShell.module.css'
import { useFittingShell } from './use-fitting-shell.ts'

// The home list is loaded on demand, because the phone layout does not show it beside the screens.
const HomeList = lazyNamed(() => import('../../features/home/HomeList.tsx'), 'HomeList')

/**
 * The frame of both layouts. Only the desktop layout shows the home list beside the screen. The frame stays on the
 * page when the layout changes, so that an open session continues to play (M1).
 */
export function InsideShell() {
  const { t } = useTranslation()
  const isDesktop = useShell() === '/main'
  useFittingShell()
  useLayers()
  useBadge()
  useGuestSound()
  return (
    <CSPProvider disableStyleElements>
      <LiveConnection />
      <div className={css.shell} data-desktop={isDesktop || undefined}>
        <BackgroundLights />
        {isDesktop && (
          <aside className={css.pane} aria-label={t('home.title')}>
            <Suspense>
              <HomeList />
            </Suspense>
          </aside>
        )}
        <main className={css.stage}>
          <FirstLoad>
            <ScreenWithSession className={css.screen}>
              <Outlet />
            </ScreenWithSession>
          </FirstLoad>
        </main>
      </div>
    </CSPProvider>
  )
}
