import { AccountPlayer, type AccountPlayerOptions } from './account-player.ts'
import type { DeviceLink } from './devices.ts'

export type Players = ReturnType<typeof createPlayers>

/**
 * Creates the store of players, with the id of a grant (one consent) as the key. Players are only in memory,
 * because a restart closes the sockets of their devices.
 */
export function createPlayers(options: AccountPlayerOptions) {
  const players = new Map<number, AccountPlayer>()

  return {
    find: (grantId: number): AccountPlayer | undefined => players.get(grantId),

    getOrCreate(grantId: number): AccountPlayer {
      const player = players.get(grantId) ?? new AccountPlayer(options)
      players.set(grantId, player)
      return player
    },

    /** Handles a closed socket of a device. When the last device is removed, its player is removed too. */
    disconnect(grantId: number, deviceId: string, link: DeviceLink): void {
      const player = players.get(grantId)
      player?.disconnect(deviceId, link, () => {
        if (!player.hasDevices && players.get(grantId) === player) players.delete(grantId)
      })
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
