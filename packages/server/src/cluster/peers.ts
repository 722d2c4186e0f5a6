import type { ClusterMessage } from './cluster-message.ts'

/** If nothing arrives from a server during this many heartbeats, its messages count as missing. */
export const LATE_AFTER_HEARTBEATS = 3
/**
 * If nothing arrives from a server during this many heartbeats, and the registry does not list the server, the server
 * is lost and its users are gone. The time is ten seconds, so that these users can connect to another server before.
 */
const LOST_AFTER_HEARTBEATS = 20

/**
 * Records which messages of the other servers have arrived, in order to find missing messages and lost servers.
 */
export class Peers {
  readonly #peers = new Map<string, { number: number; silentFor: number }>()

  /**
   * Records a message.
   * @returns whether all earlier messages of the server have arrived; false for the first message of a server,
   * unless it has the number 1
   */
  receive({ server, number, isHeartbeat }: ClusterMessage): boolean {
    const last = this.#peers.get(server)?.number ?? 0
    this.#peers.set(server, { number, silentFor: 0 })
    return number === (isHeartbeat ? last : last + 1)
  }

  /** Adds a server whose first message has not arrived yet. If none arrives, the server is lost after a while. */
  expect(server: string): void {
    if (!this.#peers.has(server)) this.#peers.set(server, { number: Number.NaN, silentFor: 0 })
  }

  /**
   * Assumes that messages of every server may be missing, so that the next call of `receive` returns false for
   * each of them.
   */
  expectGaps(): void {
    for (const peer of this.#peers.values()) peer.number = Number.NaN
  }

  /**
   * Counts one more heartbeat without a message for each server, and forgets the servers that are lost now.
   * @param isRegistered whether the registry lists a server
   * @returns the lost servers
   */
  countHeartbeat(isRegistered: (server: string) => boolean): string[] {
    const lost: string[] = []
    for (const [server, peer] of this.#peers) {
      peer.silentFor += 1
      if (peer.silentFor < LOST_AFTER_HEARTBEATS || isRegistered(server)) continue
      this.#peers.delete(server)
      lost.push(server)
    }
    return lost
  }

  /** Returns whether messages of the server have arrived recently. */
  isResponding(server: string): boolean {
    return (this.#peers.get(server)?.silentFor ?? LATE_AFTER_HEARTBEATS) < LATE_AFTER_HEARTBEATS
  }
}
