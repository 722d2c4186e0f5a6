import type { Invite } from '@jointly/contract'
import { useEffect } from 'react'
import { setTitleCount } from '../../shared/browser/title.ts'
import { useStore } from '../../shared/store/store.ts'

/**
 * Returns the number for the badge: the number of sessions that are favorites or the person's own (spec section 4,
 * I3).
 */
export const badgeCount = (invites: readonly Pick<Invite, 'mode'>[]): number =>
  invites.filter(({ mode }) => mode !== 'invited').length

type BadgeNavigator = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/**
 * Shows a number on the app's icon (I3). If the browser does not support that, the number is in the title of the
 * tab. The number 0 removes the badge.
 */
export function showBadge(count: number, badging: BadgeNavigator = navigator): void {
  if (!badging.setAppBadge) return setTitleCount(count)
  const shown = count > 0 ? badging.setAppBadge(count) : badging.clearAppBadge?.()
  // If the app is not installed, it has no icon, and the browser refuses the call. This is no error.
  shown?.catch(() => undefined)
}

/**
 * Shows the badge while a person is logged in, and removes it when they log out. Closing the app does not remove
 * it.
 */
export function useBadge(): void {
  const count = useStore((state) => badgeCount(state.invites))
  useEffect(() => showBadge(count), [count])
  useEffect(() => () => showBadge(0), [])
}
