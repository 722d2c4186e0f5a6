import type { Handle } from '../../platform/http/router.ts'
import { limit } from '../../platform/http/rate-limit.ts'
import { JOINS_PER_NETWORK, RENAMES_PER_GUEST, UPGRADES_PER_GUEST } from './guest-limits.ts'
import { deleteGuest, type GuestContext, joinAsGuest, renameGuest } from './service.ts'
import { type UpgradeContext, upgradeGuest } from './upgrade.ts'

/**
 * Registers the routes of guests: joining, getting an account (G6), deleting the guest (G7) and another nickname (G9).
 */
export function guestRoutes(handle: Handle, deps: GuestContext, upgrades: UpgradeContext): void {
  handle('joinAsGuest', async ({ body, clientNetwork, userAgent }) => {
    const tooMany = await limit(deps.limiter, [[JOINS_PER_NETWORK, clientNetwork]])
    return tooMany ?? joinAsGuest(deps, body, { network: clientNetwork, userAgent })
  })
  handle('upgradeGuest', async ({ caller, body, clientNetwork, userAgent }) => {
    const tooMany = await limit(deps.limiter, [
      [UPGRADES_PER_GUEST, caller.userId],
      ...(body.ticket === undefined ? [] : [[upgrades.tickets.claims, clientNetwork] as const]),
    ])
    return tooMany ?? upgradeGuest(upgrades, caller, body, { network: clientNetwork, userAgent })
  })
  handle('renameGuest', async ({ caller, body }) => {
    const tooMany = await limit(deps.limiter, [[RENAMES_PER_GUEST, caller.userId]])
    return tooMany ?? renameGuest(deps, caller, body)
  })
  handle('deleteGuest', ({ caller, clientNetwork }) => deleteGuest(deps, caller, clientNetwork))
}
