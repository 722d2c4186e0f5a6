import { setTimeout } from 'node:timers/promises'
import type { LiveEvent } from '../platform/event-bus.ts'
import type { Redis } from './redis.ts'
import { type ClusterNews, readLetter } from './wire.ts'

/** How often each server shows that it lives, and finds out whether it hears, in milliseconds. */
export const BEAT_EVERY_MS = 500
/** So many beats that do not come back mean that we do not hear. */
const BEATS_MISSING = 3
/**
 * Whoever was silent for so many beats is gone, unless they are known to be there all the same: ten seconds, in which
 * those who were there find another server.
 */
const BEATS_SILENT = 20

/** Who closes waits so long for Redis to take what they said last, in milliseconds. */
const TAKEN_WITHIN_MS = 500

/** The part of a letter that says whose it is and which. */
const HEAD_LENGTH = 120

/** What is done about what the link finds out. */
export type LinkHearer = {
  /** Redis answers, but nobody was shown yet that we are there again. */
  ready?(): void
  /** The link stands: from now on everything is heard; before that, something may have been missed. */
  up?(): void
  /** The link is lost: what others say is not heard. */
  down?(): void
  news?(server: string, news: ClusterNews): void
  event?(event: LiveEvent): void
  /** Something that this server said may have been missed. */
  missed?(server: string): void
  /** This server is gone. */
  lost?(server: string): void
  /** Comes just before all that was told in this turn is sent. */
  sending?(): void
  /** Comes with each beat while the link stands. */
  beat?(): void
}

export type LinkPlace = {
  redis: Redis
  /** The same for all servers of one database. */
  channel: string
  /** This server's own name among all. */
  server: string
  beatEveryMs: number
  /** Whether a server that is silent here is known to live: then it is only not heard, and nobody on it has gone. */
  isThere(server: string): boolean
}

/** This server's tie to those that stand beside it, over one channel of Redis. */
export type Link = {
  /** This server's own name among all. */
  readonly server: string
  /** Whether what others say is heard. */
  isUp(): boolean
  /** Tells the others, together with all else of this turn of the event loop; nobody while the link is lost. */
  tellNews(news: ClusterNews): void
  tellEvent(event: LiveEvent): void
  /** Whether what this server says is heard. */
  hears(server: string): boolean
  /** A server that is said to stand beside us, heard of or not: it is lost when it stays silent and is not there. */
  expect(server: string): void
  listen(hearer: LinkHearer): void
  /** Ends the link once Redis has taken all that was told, or does not for half a second. */
  close(): Promise<void>
}

/**
 * Ties this server to those that stand beside it. Its own beats come back over the same channel: that proves that it
 * hears, whatever a connection believes of itself; the numbers of others' letters show whether one was missed.
 */
export function createLink({ redis, channel, server, beatEveryMs, isThere }: LinkPlace): Link {
  const hearers: LinkHearer[] = []
  const others = new Map<string, { number: number; silentFor: number }>()
  let isUp = false
  let number = 0
  let beat = 0
  let beatHeard = 0
  let news: ClusterNews[] = []
  /** As JSON: what is said twice in a turn is sent once. */
  let events = new Set<string>()
  let sending: NodeJS.Immediate | null = null
  /** When Redis has taken the last of what we said, and so all of it, or never will. */
  let taken: Promise<unknown> = Promise.resolve()

  const each = (tell: (hearer: LinkHearer) => void): void => hearers.forEach(tell)
  // What cannot be sent shows in beats that do not come back, and in letters that others miss.
  const post = (letter: string): void => {
    taken = redis.publish(channel, letter).catch(() => undefined)
  }
  const ownStart = `{"server":${JSON.stringify(server)},`
  const letter = (beatNumber: string, newsText: string, eventsText: string): string =>
    `${ownStart}"number":${number}${beatNumber},"news":${newsText},"events":[${eventsText}]}`

  function soon(): void {
    sending ??= setImmediate(send)
  }

  function send(): void {
    sending = null
    if (redis.isReady) each((hearer) => hearer.sending?.())
    number += 1
    if (redis.isReady) post(letter('', JSON.stringify(news), [...events].join(',')))
    news = []
    events = new Set()
  }

  function hear(text: string): void {
    if (text.startsWith(ownStart))
      return hearOwn(Number(/"beat":(\d+)/.exec(text.slice(0, HEAD_LENGTH))?.[1] ?? 0))
    const heard = isUp ? readLetter(text) : null
    if (!heard) return
    // A beat repeats the number of the letter before it. Of whom we hear for the first time, we know nothing before.
    const isNext = heard.number === (others.get(heard.server)?.number ?? 0) + (heard.isBeat ? 0 : 1)
    others.set(heard.server, { number: heard.number, silentFor: 0 })
    for (const item of heard.news) each((hearer) => hearer.news?.(heard.server, item))
    for (const event of heard.events) each((hearer) => hearer.event?.(event))
    if (!isNext || heard.isPartlyUnknown) each((hearer) => hearer.missed?.(heard.server))
  }

  function hearOwn(heardBeat: number): void {
    beatHeard = Math.max(beatHeard, heardBeat)
    if (isUp || heardBeat !== beat || beat === 0) return
    isUp = true
    // Whatever they said meanwhile is not known: their next letter follows no other.
    for (const name of others.keys()) expect(name)
    each((hearer) => hearer.up?.())
  }

  function expect(name: string): void {
    others.set(name, { number: Number.NaN, silentFor: others.get(name)?.silentFor ?? 0 })
  }

  function lose(): void {
    if (!isUp) return
    isUp = false
    each((hearer) => hearer.down?.())
  }

  function pulse(): void {
    if (beat - beatHeard >= BEATS_MISSING) lose()
    for (const [name, other] of others) {
      other.silentFor += 1
      if (other.silentFor < BEATS_SILENT || isThere(name)) continue
      others.delete(name)
      each((hearer) => hearer.lost?.(name))
    }
    if (!redis.isReady) return
    beat += 1
    post(letter(`,"beat":${beat}`, '[]', ''))
    if (isUp) each((hearer) => hearer.beat?.())
  }

  async function begin(): Promise<void> {
    await redis.subscribe(channel, hear)
    each((hearer) => hearer.ready?.())
    pulse()
  }

  redis.on('ready', () => void begin().catch(() => undefined))
  redis.on('reconnecting', lose)
  const timer = setInterval(pulse, beatEveryMs).unref()

  return {
    server,
    isUp: () => isUp,
    tellNews(item) {
      news.push(item)
      soon()
    },
    tellEvent(event) {
      events.add(JSON.stringify(event))
      soon()
    },
    hears: (name) => isUp && (others.get(name)?.silentFor ?? BEATS_MISSING) < BEATS_MISSING,
    expect(name) {
      if (!others.has(name)) expect(name)
    },
    listen: (hearer) => void hearers.push(hearer),
    async close() {
      clearInterval(timer)
      if (sending) {
        clearImmediate(sending)
        send()
      }
      const enough = new AbortController()
      const patience = setTimeout(TAKEN_WITHIN_MS, null, { signal: enough.signal }).catch(() => undefined)
      await Promise.race([taken, patience])
      enough.abort()
      redis.destroy()
    },
  }
}
