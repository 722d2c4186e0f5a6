import { AccountPlayer, type PlayerOptions } from './account-player.ts'
import type { DeviceLink } from './devices.ts'

export type Players = ReturnType<typeof createPlayers>

/**
 * Creates the store of players, by grant id (one consent). Players are only in memory, because they need the sockets
 * of their devices, which a restart closes.
 */
export function createPlayers(options: PlayerOptions) {
  const players = new Map<number, AccountPlayer>()

  return {
    find: (grantId: number): AccountPlayer | undefined => players.get(grantId),

    getOrCreate(grantId: number): AccountPlayer {
      const player = players.get(grantId) ?? new AccountPlayer(options)
      players.set(grantId, player)
      return player
    },

    /** Handles a closed socket of a device. When the last device is removed, the player is removed too. */
    disconnect(grantId: number, deviceId: string, link: DeviceLink): void {
      const player = players.get(grantId)
      player?.disconnect(deviceId, link, () => {
        if (!player.hasDevices && players.get(grantId) === player) players.delete(grantId)
      })
    },

    /** Removes the devices of an ended grant (one consent), so that nothing plays any more (B2). */
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
