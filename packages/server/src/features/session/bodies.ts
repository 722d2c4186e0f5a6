import { createHash } from 'node:crypto'
import type { SharedSession, You } from '@jointly/contract'
import type { Bus } from '../../live/bus.ts'

/** Bodies kept at once; past it the oldest is made anew when it is asked for. */
const BODIES_KEPT = 5_000
const ETAG_LENGTH = 16

/** The bytes of a session's shared part, made once per change. The only thing that differs by moment is `nowTime`. */
export type SharedBody = {
  /** Everything up to the number of `nowTime`. */
  readonly head: Buffer
  readonly etag: string
}

/** While not all servers are heard, what was made longer ago, in milliseconds, is made anew. */
const TRUSTED_UNHEARD_MS = 1_000

export type SharedBodies = {
  /** @returns the newest body; null where there is no such session */
  get(ssid: string): Promise<SharedBody | null>
  /** Makes the body anew, in case a change was not heard. @returns whether there was one */
  review(ssid: string): Promise<boolean>
  close(): void
}

/**
 * Keeps the shared bodies of sessions until something in them changes.
 *
 * @param make makes the shared part anew
 */
export function createSharedBodies(
  bus: Bus,
  make: (ssid: string) => Promise<SharedSession | null>,
): SharedBodies {
  const bodies = new Map<string, { madeAt: number; body: Promise<SharedBody | null> }>()
  const isTrusted = (madeAt: number): boolean =>
    bus.hearsAll() || performance.now() - madeAt < TRUSTED_UNHEARD_MS
  const close = bus.subscribe((event) => {
    if (event.type === 'missed') bodies.clear()
    else if (event.type === 'session' || (event.type === 'gone' && event.userId === null))
      bodies.delete(event.ssid)
  })

  function keep(ssid: string): Promise<SharedBody | null> {
    const body = make(ssid).then((shared) => shared && serialise(shared))
    const forget = (): void => {
      if (bodies.get(ssid)?.body === body) bodies.delete(ssid)
    }
    body.then((made) => made === null && forget(), forget)
    const [oldest] = bodies.keys()
    if (bodies.size >= BODIES_KEPT && oldest !== undefined) bodies.delete(oldest)
    bodies.delete(ssid)
    bodies.set(ssid, { madeAt: performance.now(), body })
    return body
  }

  return {
    get(ssid) {
      const kept = bodies.get(ssid)
      return kept && isTrusted(kept.madeAt) ? kept.body : keep(ssid)
    },
    async review(ssid) {
      const before = await bodies.get(ssid)?.body
      return (await keep(ssid))?.etag !== before?.etag
    },
    close,
  }
}

/** The answer of `GET /api/session/{ssid}`: the shared part as it stands, what is the person's own, and the time. */
export function sessionAnswer(shared: SharedBody, you: You, now: number): { body: Buffer; etag: string } {
  const own = JSON.stringify(you)
  return {
    body: Buffer.concat([shared.head, Buffer.from(`${now}},"you":${own}}`)]),
    etag: `"${shared.etag}-${tagOf(own)}"`,
  }
}

/** The message that carries the shared part to everyone inside. */
export function sessionMessage(ssid: string, shared: SharedBody, now: number): Buffer {
  const start = Buffer.from(`{"type":"session","ssid":${JSON.stringify(ssid)},"session":`)
  return Buffer.concat([start, shared.head, Buffer.from(`${now}}}}`)])
}

function serialise({ nowPlaying: { nowTime: _, ...playing }, ...rest }: SharedSession): SharedBody {
  const head = `${open(rest)},"nowPlaying":${open(playing)},"nowTime":`
  return { head: Buffer.from(head), etag: tagOf(head) }
}

/** The JSON of an object that has fields, without its closing brace. */
function open(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}

function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, ETAG_LENGTH)
}
