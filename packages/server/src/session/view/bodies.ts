import { createHash } from 'node:crypto'
import { type PeopleMessage, type SharedSession, withPeople, type You } from '@jointly/contract'
import { Prepared } from '../../platform/http/handle.ts'
import { type Bus, TRUSTED_UNHEARD_MS } from '../../platform/event-bus.ts'
import { peopleJoinMs } from '../../realtime/push.ts'
import type { SessionState } from '../../realtime/room.ts'

/** Bodies kept at once; past it the oldest is made anew when it is asked for. */
const BODIES_KEPT = 2_000
const ETAG_LENGTH = 16

/** The bytes of a session's shared part, made once per change. The only thing that differs by moment is `nowTime`. */
export type SharedBody = {
  /** Everything up to the number of `nowTime`. */
  readonly head: Buffer
  readonly etag: string
  readonly shared: SharedSession
}

export type SharedBodies = {
  /** @returns the newest body; null where there is no such session */
  get(ssid: string): Promise<SharedBody | null>
  /** The same; in a large room, those who are there may be told as they were a moment ago. */
  recent(ssid: string): Promise<SharedBody | null>
  /** The same as `recent` at once; null where there is none that was made before. */
  recall(ssid: string): SharedBody | null
}

/** `made` is null until `body` is there. */
type Kept = {
  readonly madeAt: number
  hasPeopleOfNow: boolean
  readonly body: Promise<SharedBody | null>
  made: SharedBody | null
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
  const bodies = new Map<string, Kept>()
  const isTrusted = (madeAt: number): boolean =>
    bus.hearsAll() || performance.now() - madeAt < TRUSTED_UNHEARD_MS
  bus.subscribe((event) => {
    if (event.type === 'missed') bodies.clear()
    else if (event.type === 'people') peopleChanged(event.ssid)
    else if (event.type === 'session' || (event.type === 'gone' && event.userId === null))
      bodies.delete(event.ssid)
  })

  function peopleChanged(ssid: string): void {
    const kept = bodies.get(ssid)
    if (kept) kept.hasPeopleOfNow = false
  }

  function keep(ssid: string): Promise<SharedBody | null> {
    const body = make(ssid).then((shared) => shared && serialise(shared))
    const kept: Kept = { madeAt: performance.now(), hasPeopleOfNow: true, body, made: null }
    const forget = (): void => {
      if (bodies.get(ssid) === kept) bodies.delete(ssid)
    }
    body.then((made) => {
      if (made) kept.made = made
      else forget()
    }, forget)
    const [oldest] = bodies.keys()
    if (bodies.size >= BODIES_KEPT && oldest !== undefined) bodies.delete(oldest)
    bodies.delete(ssid)
    bodies.set(ssid, kept)
    return body
  }

  function get(ssid: string): Promise<SharedBody | null> {
    const kept = bodies.get(ssid)
    return kept?.hasPeopleOfNow && isTrusted(kept.madeAt) ? kept.body : keep(ssid)
  }

  function recall(ssid: string): SharedBody | null {
    const kept = bodies.get(ssid)
    if (!kept?.made || !isTrusted(kept.madeAt)) return null
    const isRecent =
      kept.hasPeopleOfNow || performance.now() - kept.madeAt < peopleJoinMs(kept.made.shared.activeCount)
    return isRecent ? kept.made : null
  }

  return {
    get,
    async recent(ssid) {
      const kept = bodies.get(ssid)
      if (!kept || kept.hasPeopleOfNow || !isTrusted(kept.madeAt)) return get(ssid)
      await kept.body
      return recall(ssid) ?? get(ssid)
    },
    recall,
  }
}

/** What is a person's own in a session, as it is sent. */
export type OwnText = { readonly text: string; readonly tag: string }

export function ownText(you: You): OwnText {
  const text = JSON.stringify(you)
  return { text, tag: tagOf(text) }
}

/** The answer of `GET /api/session/{ssid}`: the shared part as it stands, what is the person's own, and the time. */
export function sessionAnswer(shared: SharedBody, own: OwnText, now: () => number): Prepared {
  return new Prepared(`"${shared.etag}-${own.tag}"`, () => [
    shared.head,
    Buffer.from(`${now()}},"you":${own.text}}`),
  ])
}

/** The message that carries the shared part to everyone inside. */
export function sessionMessage(ssid: string, shared: SharedBody, now: number): Buffer {
  const start = Buffer.from(`{"type":"session","ssid":${JSON.stringify(ssid)},"session":`)
  return Buffer.concat([start, shared.head, Buffer.from(`${now}}}}`)])
}

/** What everyone inside sees, as the live connections pass it on. */
export function sessionState(ssid: string, body: SharedBody, now: () => number): SessionState {
  return {
    tag: body.etag,
    shared: body.shared,
    message: () => sessionMessage(ssid, body, now()),
    peopleSince: (earlier) => peopleMessage(ssid, earlier, body),
  }
}

/** The message that turns an earlier shared part into this one; null where not only the people differ. */
function peopleMessage(ssid: string, earlier: SharedSession, { shared, head }: SharedBody): Buffer | null {
  const { activeCount, skips, active } = shared
  const from = active.findIndex(({ id }, index) => id !== earlier.active[index]?.id)
  const isShorter = active.length < earlier.active.length
  const named =
    from >= 0 ? { from, users: active.slice(from) } : isShorter && { from: active.length, users: [] }
  const people = { activeCount, skips, ...(named && { named }) }
  if (headOf(withPeople(earlier, people)) !== head.toString()) return null
  const message: PeopleMessage = { type: 'people', ssid, ...people }
  return Buffer.from(JSON.stringify(message))
}

function serialise(shared: SharedSession): SharedBody {
  const head = headOf(shared)
  return { head: Buffer.from(head), etag: tagOf(head), shared }
}

function headOf({ nowPlaying: { nowTime: _, ...playing }, ...rest }: SharedSession): string {
  return `${open(rest)},"nowPlaying":${open(playing)},"nowTime":`
}

/** The JSON of an object that has fields, without its closing brace. */
function open(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}

function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, ETAG_LENGTH)
}
