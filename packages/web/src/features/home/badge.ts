import type { Invite } from '@jointly/contract'
import { useEffect } from 'react'
import { setTitleCount } from '../../shared/browser/title.ts'
import { useStore } from '../../shared/store/store.ts'

/** Returns the number for the badge: favorite and own sessions (spec section 4, I3). */
export const badgeCount = (invites: readonly Pick<Invite, 'mode'>[]): number =>
  invites.filter(({ mode }) => mode !== 'invited').length

type BadgeNavigator = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/**
 * Shows a number on the icon of the app, or in the title of the tab if the browser has no such icon (I3). The
 * number 0 removes the badge.
 */
export function showBadge(count: number, badging: BadgeNavigator = navigator): void {
  if (!badging.setAppBadge) return setTitleCount(count)
  const shown = count > 0 ? badging.setAppBadge(count) : badging.clearAppBadge?.()
  // If the app is not installed, browsers refuse this call because there is no icon.
  shown?.catch(() => undefined)
}

/** Updates the badge while somebody is logged in. The badge stays when the app is closed. */
export function useBadge(): void {
  const count = useStore((state) => badgeCount(state.invites))
  useEffect(() => showBadge(count), [count])
  useEffect(() => () => showBadge(0), [])
}
