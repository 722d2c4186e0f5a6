import type { Writable } from 'node:stream'

/** The number of simultaneous streams, which is enough for the current song, the next song, and a skip. */
const maxActive = 3
/**
 * The number of requests that may wait for a free stream. Some requests must wait, because a player requests
 * several short ranges at the same time.
 */
const maxWaiting = 6
const waitTimeoutMs = 5_000

/** The streams of one grant (one consent). */
type Streams = {
  readonly active: Set<Writable>
  readonly waiting: Set<() => void>
  /** Whether the grant has ended. If true, waiting requests are refused. */
  isEnded: boolean
}

export type StreamLimiter = ReturnType<typeof createStreamLimiter>

/**
 * Limits the simultaneous streams of a grant (one consent). Three streams are allowed, and up to six more requests
 * wait at most five seconds for a free stream (B6).
 */
export function createStreamLimiter() {
  const byGrant = new Map<number, Streams>()

  const streamsOf = (grantId: number): Streams => {
    const streams = byGrant.get(grantId) ?? { active: new Set(), waiting: new Set(), isEnded: false }
    byGrant.set(grantId, streams)
    return streams
  }
  const release = (grantId: number, streams: Streams, response: Writable): void => {
    streams.active.delete(response)
    const [next] = streams.waiting
    if (next !== undefined) next()
    else if (streams.active.size === 0 && byGrant.get(grantId) === streams) byGrant.delete(grantId)
  }
  /** Resolves when another stream ends, when the response is closed, or after `waitTimeoutMs`. */
  const wait = (streams: Streams, response: Writable): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        streams.waiting.delete(wake)
        clearTimeout(timer)
        response.off('close', wake)
        resolve()
      }
      const timer = setTimeout(wake, waitTimeoutMs)
      streams.waiting.add(wake)
      response.once('close', wake)
    })

  return {
    /**
     * Waits for a free stream, then counts the response as a stream until it is closed.
     * @returns false if too many requests already wait, if no stream became free in time, or if the grant or the
     * response has ended
     */
    async acquire(grantId: number, response: Writable): Promise<boolean> {
      const streams = streamsOf(grantId)
      if (streams.active.size >= maxActive) {
        if (streams.waiting.size >= maxWaiting) return false
        await wait(streams, response)
      }
      if (response.destroyed || streams.isEnded || streams.active.size >= maxActive) return false
      streams.active.add(response)
      response.once('close', () => release(grantId, streams, response))
      return true
    },

    /** Closes the streams of a grant and refuses the waiting requests of that grant. */
    end(grantId: number): void {
      const streams = byGrant.get(grantId)
      if (streams === undefined) return
      streams.isEnded = true
      byGrant.delete(grantId)
      for (const wake of streams.waiting) wake()
      for (const response of streams.active) response.destroy()
    },
  }
}
