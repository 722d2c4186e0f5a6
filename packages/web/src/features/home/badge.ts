import type { Invite } from '@jointly/contract'
import { useEffect } from 'react'
import { setTitleCount } from '../../shared/browser/title.ts'
import { useStore } from '../../shared/store/store.ts'

/** How many of the listed sessions count for the badge: each favorite or own one (spec section 4, I3). */
export const badgeCount = (invites: readonly Pick<Invite, 'mode'>[]): number =>
  invites.filter(({ mode }) => mode !== 'invited').length

type Badging = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Shows a count on the app's icon where the browser can, in the title of the tab elsewhere (I3); 0 takes it away. */
export function showBadge(count: number, badging: Badging = navigator): void {
  if (!badging.setAppBadge) return setTitleCount(count)
  const shown = count > 0 ? badging.setAppBadge(count) : badging.clearAppBadge?.()
  // Refused outside an installed app: then there is no icon to mark.
  shown?.catch(() => undefined)
}

/** Keeps the badge while someone is signed in; it goes with the log-in, and stays when the app is closed. */
export function useBadge(): void {
  const count = useStore((state) => badgeCount(state.invites))
  useEffect(() => showBadge(count), [count])
  useEffect(() => () => showBadge(0), [])
}
