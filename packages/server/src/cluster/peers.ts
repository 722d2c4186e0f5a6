import type { ClusterMessage } from './cluster-message.ts'

/** After this many heartbeats of silence, messages of a server count as missing. */
export const LATE_AFTER_HEARTBEATS = 3
/**
 * A server is lost after this many heartbeats of silence, unless the registry lists it. That is ten seconds: enough
 * time for its clients to reconnect to another server.
 */
const LOST_AFTER_HEARTBEATS = 20

/** Records which messages of the other servers have arrived. It finds missing messages and lost servers. */
export class Peers {
  readonly #peers = new Map<string, { number: number; silentFor: number }>()

  /**
   * Notes a message.
   *
   * @returns whether all earlier messages of the server have arrived. False for its first message, unless that has the
   *   number 1.
   */
  receive({ server, number, isHeartbeat }: ClusterMessage): boolean {
    const last = this.#peers.get(server)?.number ?? 0
    this.#peers.set(server, { number, silentFor: 0 })
    return number === (isHeartbeat ? last : last + 1)
  }

  /** Waits for the first message of a server, so that it is lost if it stays silent. */
  expect(server: string): void {
    if (!this.#peers.has(server)) this.#peers.set(server, { number: Number.NaN, silentFor: 0 })
  }

  /** Messages may be missing. For each server, the next call of `receive` returns false. */
  expectGaps(): void {
    for (const peer of this.#peers.values()) peer.number = Number.NaN
  }

  /**
   * Counts a heartbeat of silence for each server. Forgets the servers that are lost by it.
   *
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

  /** Whether messages of the server have arrived lately. */
  isHeard(server: string): boolean {
    return (this.#peers.get(server)?.silentFor ?? LATE_AFTER_HEARTBEATS) < LATE_AFTER_HEARTBEATS
  }
}
