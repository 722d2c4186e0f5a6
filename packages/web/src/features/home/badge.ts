import type { Invite } from '@jointly/contract'
import { useEffect } from 'react'

/** How many of the listed sessions count for the badge: each favorite or own one (spec section 4, I3). */
export const badgeCount = (invites: readonly Pick<Invite, 'mode'>[]): number =>
  invites.filter(({ mode }) => mode !== 'invited').length

type BadgingNavigator = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/**
 * Shows the count on the app's icon where the browser can, in the page's title elsewhere (I3).
 *
 * @param titled the title of the page with that count
 */
export function useBadge(count: number, titled: string): void {
  useEffect(() => {
    const badging: BadgingNavigator = navigator
    if (badging.setAppBadge) {
      // Refused outside an installed app: then there is no icon to mark.
      badging.setAppBadge(count).catch(() => undefined)
      return
    }
    document.title = count > 0 ? titled : 'Jointly'
  }, [count, titled])
}
