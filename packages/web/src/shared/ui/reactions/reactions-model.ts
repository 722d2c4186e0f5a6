import { REACTIONS, type ReactionCounts, type ServerMessage } from '@jointly/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'

/**
 * A person may send `BURST` reactions at once, and after that `PER_SECOND` per second. The two limits are below those
 * of the server (C3), so that the server drops no reaction.
 */
const BURST = 8
const PER_SECOND = 3
/** The largest number of emojis that rise at the same time (C2). */
const MAX_RISING = 24
/**
 * For one message, at most this many emojis of a kind rise. If the message has more reactions of this kind, the
 * emojis are larger.
 */
const MAX_OF_ONE = 3
/**
 * The app waits at most this many milliseconds for the server's message with the person's own reaction. After that,
 * the server has probably dropped the reaction.
 */
const ECHO_MS = 2_000
/** The counts are reset after this many milliseconds without a reaction. */
const COUNTED_MS = 4_000
/** The shortest time between two summaries for screen readers, in milliseconds. */
const SUMMARY_MS = 5_000

/** An emoji that rises over the cover. */
export type RisingEmoji = {
  readonly id: number
  /** The index in `REACTIONS`. */
  readonly emoji: number
  /** The size relative to a normal emoji, from 1 to 2.4. */
  readonly scale: number
  /** The distance from the left edge, in percent. */
  readonly left: number
}

export type ReactionsState = {
  readonly rising: readonly RisingEmoji[]
  /** How often each emoji was sent, since the counts were last reset. */
  readonly counts: ReactionCounts
  /**
   * The latest summary for screen readers: how often other people sent each emoji since the previous summary.
   * It is empty when there were no reactions for five seconds.
   */
  readonly summary: ReactionCounts
}

export type ReactionsPorts = {
  ssid: string
  link: {
    /** Sends a reaction. @returns false without a live connection */
    react(ssid: string, emoji: number): boolean
    onMessage(listener: (message: ServerMessage) => void): () => void
  }
  monotonicMs(): number
  random(): number
  /** Starts a timer. @returns a function that cancels it */
  after(delayMs: number, run: () => void): () => void
}

export type Reactions = {
  readonly store: StoreApi<ReactionsState>
  /** Starts to receive the reactions of others. @returns a function that stops receiving them */
  start(): () => void
  /** Shows an emoji at once, and sends it (C2). */
  react(emoji: number): void
  /** Removes an emoji when its animation has ended. */
  remove(id: number): void
}

const none = (): ReactionCounts => REACTIONS.map(() => 0)
const sum = (one: ReactionCounts, other: ReactionCounts) =>
  one.map((count, index) => count + (other[index] ?? 0))
export const isNone = (counts: ReactionCounts): boolean => counts.every((count) => count === 0)

/** Creates the reactions of one session: those that rise, their counts, and the summaries (C1, C2). */
export function createReactions(ports: ReactionsPorts): Reactions {
  const { ssid, link } = ports
  const store = createStore<ReactionsState>(() => ({ rising: [], counts: none(), summary: none() }))
  const summaries = createSummaries(ports, (summary) => store.setState({ summary }))
  const takeTap = createBucket(ports.monotonicMs)
  /**
   * For each emoji: the person's own reactions that the server has not sent back yet. A reaction is stored as the
   * time until which it is expected.
   */
  const echoes = REACTIONS.map((): number[] => [])
  let lastId = 0
  let cancelReset = () => {}

  function show(counts: ReactionCounts): void {
    const added = counts.flatMap((count, index) => rise(index, count))
    store.setState((state) => ({
      rising: [...state.rising, ...added].slice(-MAX_RISING),
      counts: sum(state.counts, counts),
    }))
    cancelReset()
    cancelReset = ports.after(COUNTED_MS, () => store.setState({ counts: none(), rising: [] }))
  }

  function rise(emoji: number, count: number): RisingEmoji[] {
    const shown = Math.min(count, MAX_OF_ONE)
    const scale = 1 + Math.min(1.4, 0.35 * Math.log2(Math.max(1, count / Math.max(1, shown))))
    return Array.from({ length: shown }, () => ({
      id: (lastId += 1),
      emoji,
      scale,
      left: 8 + 84 * ports.random(),
    }))
  }

  /** Subtracts the person's own reactions from those that the server sent, because they are already on the screen. */
  function withoutEchoes(counts: ReactionCounts): ReactionCounts {
    const nowMs = ports.monotonicMs()
    return counts.map((count, index) => {
      const waiting = (echoes[index] ?? []).filter((endMs) => endMs > nowMs)
      echoes[index] = waiting.slice(count)
      return count - Math.min(count, waiting.length)
    })
  }

  return {
    store,
    start() {
      const unsubscribe = link.onMessage((message) => {
        if (message.type !== 'reactions' || message.ssid !== ssid) return
        const others = withoutEchoes(message.counts)
        if (isNone(others)) return
        show(others)
        summaries.add(others)
      })
      return () => {
        unsubscribe()
        cancelReset()
        summaries.stop()
        store.setState({ rising: [], counts: none(), summary: none() })
      }
    },
    react(emoji) {
      if (!takeTap() || !link.react(ssid, emoji)) return
      echoes[emoji]?.push(ports.monotonicMs() + ECHO_MS)
      show(REACTIONS.map((_, index) => (index === emoji ? 1 : 0)))
    },
    remove(id) {
      store.setState(({ rising }) => ({ rising: rising.filter((each) => each.id !== id) }))
    },
  }
}

/** Creates a rate limit (token bucket). @returns a function that says whether one more reaction is allowed now */
function createBucket(monotonicMs: () => number): () => boolean {
  let left = BURST
  let atMs = monotonicMs()
  return () => {
    const nowMs = monotonicMs()
    left = Math.min(BURST, left + ((nowMs - atMs) / 1_000) * PER_SECOND)
    atMs = nowMs
    if (left < 1) return false
    left -= 1
    return true
  }
}

/**
 * Combines the reactions of others into summaries for screen readers. The time between two summaries is long enough to
 * read one aloud. Then the next summary replaces it, or an empty one.
 */
function createSummaries({ after }: ReactionsPorts, say: (summary: ReactionCounts) => void) {
  let waiting = none()
  let cancel: (() => void) | null = null
  function flush(): void {
    cancel = null
    const summary = waiting
    waiting = none()
    say(summary)
    if (isNone(summary)) return
    cancel = after(SUMMARY_MS, flush)
  }
  return {
    add(counts: ReactionCounts): void {
      waiting = sum(waiting, counts)
      cancel ??= after(SUMMARY_MS, flush)
    },
    stop(): void {
      cancel?.()
      cancel = null
      waiting = none()
    },
  }
}
