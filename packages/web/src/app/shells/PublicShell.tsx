import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { removePrepared } from '../../shared/browser/prepared-screen.ts'
import { usePageTitle } from '../../shared/browser/title.ts'
import { Logo } from '../../shared/ui/media/Logo.tsx'
import { BackgroundLights } from '../../shared/ui/media/BackgroundLights.tsx'
import css from './PublicShell.module.css'

/** These pages have no navigation, because people must finish them first (spec section 2). */
const withoutNavigation: readonly string[] = ['/onboarding', '/load']

const pages = [
  ['/join', 'website.join'],
  ['/how', 'website.how'],
  ['/login', 'website.login'],
  ['/about', 'website.about'],
  ['/details', 'website.more'],
] as const

/** The frame around the website, onboarding and the loader. */
export function PublicShell() {
  const { t } = useTranslation()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const here = pages.find(([to]) => to === path)
  useLayoutEffect(removePrepared, [])
  usePageTitle(here ? t(here[1]) : null)
  return (
    <div className={css.shell}>
      <BackgroundLights bright />
      {!withoutNavigation.includes(path) && (
        <header className={css.head}>
          <Link to="/login" className={css.logo} aria-label={t('website.home')}>
            <Logo size={34} />
          </Link>
          <nav aria-label={t('website.nav')} className={css.nav}>
            {pages.map(([to, key]) => (
              <Link key={to} to={to} className={css.place} activeProps={{ 'aria-current': 'page' }}>
                {t(key)}
              </Link>
            ))}
          </nav>
        </header>
      )}
      <main className={css.main}>
        <Outlet />
      </main>
    </div>
  )
}
