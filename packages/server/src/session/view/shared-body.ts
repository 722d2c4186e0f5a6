import { createHash } from 'node:crypto'
import { type PeopleMessage, setupManager, type SharedSession, withPeople, type You } from '@jointly/contract'
import { LRUCache } from 'lru-cache'
import { type EventBus, CACHE_MS_WITHOUT_EVENTS } from '../../platform/event-bus.ts'
import { CachedBody } from '../../platform/http/send-answer.ts'
import { peopleDelayMs } from './people-delay.ts'

const ETAG_LENGTH = 16
const CACHED_BODIES = 2_000

/**
 * The JSON of a session's shared view. It is used for all answers until the view changes. These answers differ only
 * in `nowTime` and in the personal parts.
 */
export type SharedBody = {
  /** The beginning of the JSON. It ends before the value of `nowTime`. */
  readonly head: Buffer
  /**
   * The JSON of `setup` without its closing brace, so that an answer can add `manager`, which differs by user.
   */
  readonly setup: string
  readonly etag: string
  readonly shared: SharedSession
}

/** The shared view of a session at one moment, for live connections. */
export type SessionState = {
  /** Identifies the content of the view: views with different content have different tags. */
  readonly tag: string
  readonly shared: SharedSession
  /** Returns a message with the whole view and the current time. */
  message(): Buffer
  /** Returns a message with the people who changed since an earlier view. Null if anything else changed too. */
  peopleSince(earlier: SharedSession): Buffer | null
}

/** The JSON of a personal view. */
export type PersonalBody = {
  readonly text: string
  /** The JSON of `setup.manager`. */
  readonly manager: string
  readonly tag: string
}

export function sharedBody(shared: SharedSession): SharedBody {
  const head = headOf(shared)
  const setup = `"setup":${openJson(shared.setup)}`
  return { head: Buffer.from(head), setup, etag: tagOf(head + setup), shared }
}

export function personalBody(you: You): PersonalBody {
  const text = JSON.stringify(you)
  return { text, manager: JSON.stringify(setupManager(you.role)), tag: tagOf(text) }
}

/** Makes the answer of `GET /api/session/{ssid}` from the shared view, the time, and the personal view. */
export function sessionAnswer(shared: SharedBody, personal: PersonalBody, now: () => number): CachedBody {
  return new CachedBody(`"${shared.etag}-${personal.tag}"`, () => [
    shared.head,
    Buffer.from(`${now()}},${shared.setup},"manager":${personal.manager}},"you":${personal.text}}`),
  ])
}

export function sessionState(ssid: string, body: SharedBody, now: () => number): SessionState {
  return {
    tag: body.etag,
    shared: body.shared,
    message: () => sessionMessage(ssid, body, now()),
    peopleSince: (earlier) => peopleMessage(ssid, earlier, body),
  }
}

/** Makes the live message with the whole shared view. */
export function sessionMessage(ssid: string, shared: SharedBody, now: number): Buffer {
  const start = Buffer.from(`{"type":"session","ssid":${JSON.stringify(ssid)},"session":`)
  return Buffer.concat([start, shared.head, Buffer.from(`${now}},${shared.setup}}}}`)])
}

/** Makes the live message with a change of the people. Null if anything else changed too. */
function peopleMessage(ssid: string, earlier: SharedSession, { shared, head }: SharedBody): Buffer | null {
  const { activeCount, listenerCount, skips, active } = shared
  const from = active.findIndex(({ id }, index) => id !== earlier.active[index]?.id)
  const isShorter = active.length < earlier.active.length
  const named =
    from >= 0 ? { from, users: active.slice(from) } : isShorter && { from: active.length, users: [] }
  const { colours } = shared
  const hasNewColours = JSON.stringify(colours) !== JSON.stringify(earlier.colours)
  const people = {
    ...{ activeCount, listenerCount, skips },
    ...(named && { named }),
    ...(hasNewColours && colours && { colours }),
  }
  const isSame = headOf(withPeople(earlier, people)) === head.toString()
  if (!isSame || JSON.stringify(earlier.setup) !== JSON.stringify(shared.setup)) return null
  const message: PeopleMessage = { type: 'people', ssid, ...people }
  return Buffer.from(JSON.stringify(message))
}

function headOf({ nowPlaying: { nowTime: _, ...playing }, setup: __, ...rest }: SharedSession): string {
  return `${openJson(rest)},"nowPlaying":${openJson(playing)},"nowTime":`
}

/** Removes the closing brace from the JSON of an object that is not empty, so that properties can be added. */
function openJson(value: object): string {
  return JSON.stringify(value).slice(0, -1)
}

function tagOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, ETAG_LENGTH)
}

export type SharedBodyCache = {
  /** Returns the up-to-date body of the session's shared view. Null if the session does not exist. */
  getNewest(ssid: string): Promise<SharedBody | null>
  /**
   * Returns the body of the shared view, or null if the session does not exist. In a large session, its list of people
   * may be up to a second out of date.
   */
  getRecent(ssid: string): Promise<SharedBody | null>
  /** Returns the result of `getRecent` without waiting. Null if it is not in the cache. */
  peekRecent(ssid: string): SharedBody | null
}

type CacheEntry = {
  /** When making the body began, in milliseconds of `performance.now()`. */
  readonly madeAt: number
  /** Whether the list of people in the body is up to date. */
  arePeopleCurrent: boolean
  /** Resolves with the body. Null if the session does not exist. */
  readonly body: Promise<SharedBody | null>
  /** The result of `body`. Null while `body` is pending. */
  finishedBody: SharedBody | null
}

/**
 * Caches the body of each session's shared view until an event says that the session changed. Create the cache before
 * the hub of the live connections: the bus calls its subscribers in their order, and the hub reads the cache as soon as
 * it gets the event.
 * @param make makes the shared view
 */
export function createSharedBodyCache(
  bus: EventBus,
  make: (ssid: string) => Promise<SharedSession | null>,
): SharedBodyCache {
  const bodies = new LRUCache<string, CacheEntry>({ max: CACHED_BODIES })
  const isValid = (madeAt: number): boolean =>
    bus.receivesAllEvents() || performance.now() - madeAt < CACHE_MS_WITHOUT_EVENTS
  bus.subscribe((event) => {
    if (event.type === 'missed') bodies.clear()
    else if (event.type === 'people') {
      const cached = bodies.get(event.ssid)
      if (cached) cached.arePeopleCurrent = false
    } else if (event.type === 'session' || (event.type === 'gone' && event.userId === null))
      bodies.delete(event.ssid)
  })

  function makeBody(ssid: string): Promise<SharedBody | null> {
    const body = make(ssid).then((shared) => shared && sharedBody(shared))
    const cached: CacheEntry = {
      madeAt: performance.now(),
      arePeopleCurrent: true,
      body,
      finishedBody: null,
    }
    const remove = (): void => {
      if (bodies.peek(ssid) === cached) bodies.delete(ssid)
    }
    body.then((finishedBody) => {
      if (finishedBody) cached.finishedBody = finishedBody
      else remove()
    }, remove)
    bodies.set(ssid, cached)
    return body
  }

  function getNewest(ssid: string): Promise<SharedBody | null> {
    const cached = bodies.get(ssid)
    return cached?.arePeopleCurrent && isValid(cached.madeAt) ? cached.body : makeBody(ssid)
  }

  function peekRecent(ssid: string): SharedBody | null {
    const cached = bodies.get(ssid)
    if (!cached?.finishedBody || !isValid(cached.madeAt)) return null
    const ageMs = performance.now() - cached.madeAt
    const isRecent = cached.arePeopleCurrent || ageMs < peopleDelayMs(cached.finishedBody.shared.activeCount)
    return isRecent ? cached.finishedBody : null
  }

  return {
    getNewest,
    async getRecent(ssid) {
      const cached = bodies.get(ssid)
      if (!cached || cached.arePeopleCurrent || !isValid(cached.madeAt)) return getNewest(ssid)
      await cached.body
      return peekRecent(ssid) ?? getNewest(ssid)
    },
    peekRecent,
  }
}
