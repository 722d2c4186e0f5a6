import type { Faults } from '../control/faults.ts'
import { AccountPlayer, type AccountPlayerOptions } from './account-player.ts'
import type { DeviceLink } from './devices.ts'

/** How long the device of a closed page stays in the list of devices. A page that is loaded again has time to play. */
const leftReapMs = 3_000

export type Players = ReturnType<typeof createPlayers>

/**
 * Creates the store of players, with the id of a grant (one consent) as the key. Players are only in memory,
 * because a restart closes the sockets of their devices.
 */
export function createPlayers(options: AccountPlayerOptions & { readonly faults: () => Faults }) {
  const players = new Map<number, AccountPlayer>()

  return {
    find: (grantId: number): AccountPlayer | undefined => players.get(grantId),

    /** Returns the player of a grant. If the grant has no devices, this is an empty player, which is not stored. */
    current: (grantId: number): AccountPlayer => players.get(grantId) ?? new AccountPlayer(options),

    /** Returns the player of a grant to which a device is added. */
    getOrCreate(grantId: number): AccountPlayer {
      const player = players.get(grantId) ?? new AccountPlayer(options)
      players.set(grantId, player)
      return player
    },

    /**
     * Handles a closed socket of a device. When the last device is removed, its player is removed too.
     * @param hasLeft whether the page was closed
     */
    disconnect(grantId: number, device: { id: string; link: DeviceLink }, hasLeft: boolean): void {
      const player = players.get(grantId)
      const removed = () => {
        if (player?.hasDevices === false && players.get(grantId) === player) players.delete(grantId)
      }
      const { deviceReapMs } = options.faults()
      const afterMs = hasLeft ? Math.min(leftReapMs, deviceReapMs) : deviceReapMs
      player?.disconnect(device.id, device.link, { afterMs, removed })
    },

    /** Removes the devices of an ended grant (one consent), so that their sound stops (B2). */
    remove(grantId: number): void {
      const player = players.get(grantId)
      players.delete(grantId)
      player?.closeLinks()
    },

    close(): void {
      for (const player of players.values()) player.closeLinks()
    },
  }
}
