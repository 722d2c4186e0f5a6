import type { ChatLine, ChatPage } from '@jointly/contract'

/** The loaded chat lines, the oldest first (C6). */
export type ChatLog = {
  readonly lines: readonly ChatLine[]
  /** The log has no gap up to this id: each line up to it was received, was deleted, or is on an older page. */
  readonly last: number
  /** The ids of the received lines after a gap. All of them are higher than `last + 1`. */
  readonly ahead: readonly number[]
  /** Whether the server has older lines than `lines`. */
  readonly more: boolean
}

export const emptyLog: ChatLog = { lines: [], last: 0, ahead: [], more: false }

/**
 * When a chat line arrives, at most this number of lines stays in memory, because a chat can be long. The app fetches
 * the removed lines again when the person scrolls up. While the person reads older lines, all lines stay.
 */
const MAX_LINES = 500

/** Returns whether a chat line before a received line is missing. */
export const hasGap = ({ ahead }: ChatLog): boolean => ahead.length > 0

/**
 * Replaces the log by the newest page. Lines that arrived during the request stay. Older lines are removed,
 * because some of them may have been deleted.
 */
export function withNewestPage(log: ChatLog, { lines, last, more }: ChatPage): ChatLog {
  const newest = Math.max(last, lines.at(-1)?.id ?? 0)
  const arrived = log.lines.filter(({ id }) => id > newest)
  return withReceived({ lines: [...lines, ...arrived], last: newest, ahead: [], more }, [
    ...arrived.map(({ id }) => id),
    ...log.ahead,
  ])
}

/** Adds a page of older lines at the beginning. */
export function withOlderPage(log: ChatLog, { lines, more }: ChatPage): ChatLog {
  const first = log.lines[0]?.id ?? Infinity
  return { ...log, lines: [...lines.filter(({ id }) => id < first), ...log.lines], more }
}

/**
 * Adds new chat lines, sorted by id and without duplicates.
 * @param keepsOlder whether a long log keeps its oldest lines, because the person may be reading them (C11)
 */
export function withLines(log: ChatLog, lines: readonly ChatLine[], keepsOlder = false): ChatLog {
  const known = new Set(log.lines.map(({ id }) => id))
  const added = lines.filter(({ id }) => !known.has(id) && id > log.last)
  if (added.length === 0) return log
  const all = [...log.lines, ...added].toSorted((one, other) => one.id - other.id)
  const newest = keepsOlder ? all : all.slice(-MAX_LINES)
  return withReceived(
    { ...log, lines: newest, more: log.more || newest.length < all.length },
    added.map(({ id }) => id),
  )
}

/**
 * Removes deleted chat lines. If a line is deleted before it was received, its id counts as received, so that there
 * is no gap.
 */
export function withDeleted(log: ChatLog, ids: readonly number[]): ChatLog {
  const lines = log.lines.filter(({ id }) => !ids.includes(id))
  return withReceived({ ...log, lines }, ids)
}

/** Removes the chat lines of a person who was banned or has deleted their account (C9). */
export function withoutPerson(log: ChatLog, userId: string): ChatLog {
  return { ...log, lines: log.lines.filter(({ user }) => user.id !== userId) }
}

/** Returns the highest id that was received, also if its line is deleted now. */
export const newestId = ({ last, ahead }: ChatLog): number => Math.max(last, ...ahead)

/** Counts the chat lines of other people that are newer than the line with the id `seen` (C11). */
export function countUnread({ lines }: ChatLog, seen: number, ownId: string | undefined): number {
  return lines.filter(({ id, user }) => id > seen && user.id !== ownId).length
}

function withReceived(log: ChatLog, ids: readonly number[]): ChatLog {
  const ahead = new Set([...log.ahead, ...ids].filter((id) => id > log.last))
  let last = log.last
  while (ahead.delete(last + 1)) last += 1
  return { ...log, last, ahead: [...ahead] }
}
