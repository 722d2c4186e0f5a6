import type { Invite } from '@jointly/contract'
import { useEffect } from 'react'
import { setTitleCount } from '../../shared/browser/title.ts'

/** How many of the listed sessions count for the badge: each favorite or own one (spec section 4, I3). */
export const badgeCount = (invites: readonly Pick<Invite, 'mode'>[]): number =>
  invites.filter(({ mode }) => mode !== 'invited').length

type BadgingNavigator = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Shows the count on the app's icon where the browser can, in the title of the tab elsewhere (I3). */
export function useBadge(count: number): void {
  useEffect(() => {
    const badging: BadgingNavigator = navigator
    // Refused outside an installed app: then there is no icon to mark.
    if (badging.setAppBadge) badging.setAppBadge(count).catch(() => undefined)
    else setTitleCount(count)
  }, [count])
}
