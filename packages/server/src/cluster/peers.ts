import type { ClusterMessage } from './cluster-message.ts'

/** If no message arrives from a server during this many heartbeats, the server counts as not responding. */
export const LATE_AFTER_HEARTBEATS = 3
/**
 * A server is lost if no message arrives from it during this many heartbeats (ten seconds), and the registry does not
 * list it. Its users are then not active any more, unless they have connected to another server within this time.
 */
const LOST_AFTER_HEARTBEATS = 20

/**
 * Records which messages of other servers have arrived, and detects missing messages and lost servers.
 */
export class Peers {
  readonly #peers = new Map<string, { number: number; silentFor: number }>()

  /**
   * Records a message.
   * @returns whether all earlier messages of its server have arrived; also false if this is the first message of the
   * server here and its number is not 1
   */
  receive({ server, number, isHeartbeat }: ClusterMessage): boolean {
    const last = this.#peers.get(server)?.number ?? 0
    this.#peers.set(server, { number, silentFor: 0 })
    return number === (isHeartbeat ? last : last + 1)
  }

  /** Adds a server before its first message arrives. If no message arrives, `countHeartbeat` returns it as lost. */
  expect(server: string): void {
    if (!this.#peers.has(server)) this.#peers.set(server, { number: Number.NaN, silentFor: 0 })
  }

  /**
   * Must be called when messages of all servers may be missing. The next message of each server then counts as one
   * with a gap before it: `receive` returns false.
   */
  expectGaps(): void {
    for (const peer of this.#peers.values()) peer.number = Number.NaN
  }

  /**
   * Must be called once per heartbeat. It counts, for each server, the heartbeats without a message, and removes lost
   * servers.
   * @param isRegistered returns whether the registry lists a server
   * @returns the names of the lost servers
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

  /** Returns whether a message of the server has arrived during the last `LATE_AFTER_HEARTBEATS` heartbeats. */
  isResponding(server: string): boolean {
    return (this.#peers.get(server)?.silentFor ?? LATE_AFTER_HEARTBEATS) < LATE_AFTER_HEARTBEATS
  }
}
