import type { ChatLine, NowPlaying, PublicUser, SharedSession } from '@jointly/contract'
import { votersOf } from '../../../shared/ui/media/voters-of.ts'
import type { SessionView } from '../model/session-view.ts'

/** An action of people in a session: they joined, voted for songs, or added songs. */
export type ActionNotice = {
  readonly kind: 'joined' | 'voted' | 'added'
  /** The people whose names are known. */
  readonly people: readonly PublicUser[]
  /** The number of people who joined, of votes, or of added songs. */
  readonly count: number
  /** The title of the song, if the notice is about one song only. */
  readonly title?: string
}

/** The newest line of the chat (C11). */
export type ChatNotice = { readonly kind: 'said'; readonly line: ChatLine }

/** Another person paused the music for everyone (H8). */
export type PauseNotice = { readonly kind: 'paused'; readonly person: PublicUser }

/** A song was skipped. Wishes to skip are anonymous, so the notice has no names. */
export type SkipNotice = { readonly kind: 'skipped'; readonly title: string }

export type Notice = ActionNotice | ChatNotice | PauseNotice | SkipNotice

/**
 * Compares two states of a session and returns the actions of other people (U6). Down-votes are anonymous, so there
 * are no notices about down-votes.
 * @param ownId the id of the reader, whose own actions give no notice
 * @param wasHere returns whether the person with this id was here a short while ago
 */
export function noticesBetween(
  { shared: before, you: youBefore }: SessionView,
  { shared: after, you }: SessionView,
  ownId: string | undefined,
  wasHere: (id: string) => boolean,
): (ActionNotice | PauseNotice | SkipNotice)[] {
  const known = new Map(before.votes.map((vote) => [vote.song.id, vote]))
  const isOther = ({ id }: PublicUser): boolean => id !== ownId
  const added = after.votes.flatMap(({ song, why }): ActionNotice[] =>
    known.has(song.id) || !why.by || !isOther(why.by) || isBeyondPage(before)
      ? []
      : [{ kind: 'added', people: [why.by], count: 1, title: song.title }],
  )
  const voted = after.votes.flatMap((vote): ActionNotice[] => {
    const earlier = known.get(vote.song.id)
    if (!earlier) return []
    const names = new Set(votersOf(earlier, before.voters).map(({ id }) => id))
    const people = votersOf(vote, after.voters).filter(({ id }) => !names.has(id))
    // The reader's own vote gives no notice, so the count does not include it. The app shows the own vote before the
    // server lists the reader as a voter, so `you.votes` is checked too.
    const { id } = vote.song
    const isOwn = !people.every(isOther) || (you.votes[id] === 'up' && youBefore.votes[id] !== 'up')
    const count = vote.upvotes - earlier.upvotes - (isOwn ? 1 : 0)
    if (count <= 0) return []
    return [{ kind: 'voted', people: people.filter(isOther), count, title: vote.song.title }]
  })
  return [
    ...pauses(before, after, isOther),
    ...skips(before.nowPlaying, after.nowPlaying),
    ...arrivals(before, after, (person) => isOther(person) && !wasHere(person.id)),
    ...added,
    ...voted,
  ]
}

function pauses(
  { nowPlaying: before }: SharedSession,
  { nowPlaying: { pausedBy } }: SharedSession,
  isOther: (person: PublicUser) => boolean,
): PauseNotice[] {
  const isNew = pausedBy && pausedBy.id !== before.pausedBy?.id && isOther(pausedBy)
  return isNew ? [{ kind: 'paused', person: pausedBy }] : []
}

/** If a song ends less than this time in milliseconds before its end, the notice about a skip is not worth reading. */
const ALMOST_ENDED_MS = 1000

/** Only after a skip, the next song starts before the end of the song, or the song changes during a pause (P5, H8). */
function skips(before: NowPlaying, after: NowPlaying): SkipNotice[] {
  const { song, startTime, pausedAt } = before
  if (song === null || startTime === null) return []
  const isSame = song.id === after.song?.id
  const endMs = startTime + song.duration - ALMOST_ENDED_MS
  const isEarly = after.startTime !== startTime && (after.startTime ?? after.nowTime) < endMs
  // A song that goes on after a pause has a later start time too.
  const isSkipped = pausedAt === undefined ? isEarly : !isSame
  return isSkipped ? [{ kind: 'skipped', title: song.title }] : []
}

/**
 * Combines waiting and new notices, so that there is at most one notice of each kind. Of two chat lines, it keeps
 * only the newer line.
 */
export function mergeNotices(waiting: readonly Notice[], more: readonly Notice[]): Notice[] {
  const merged = new Map(waiting.map((notice) => [notice.kind, notice]))
  for (const notice of more) {
    const earlier = merged.get(notice.kind)
    const areActions = earlier && isAction(earlier) && isAction(notice)
    merged.set(notice.kind, areActions ? joinTwo(earlier, notice) : notice)
  }
  return [...merged.values()]
}

const isAction = (notice: Notice): notice is ActionNotice => 'people' in notice

function joinTwo(one: ActionNotice, other: ActionNotice): ActionNotice {
  const known = new Set(one.people.map(({ id }) => id))
  return {
    kind: one.kind,
    people: [...one.people, ...other.people.filter(({ id }) => !known.has(id))],
    count: one.count + other.count,
    ...(one.title !== undefined && one.title === other.title && { title: one.title }),
  }
}

function arrivals(
  before: SharedSession,
  after: SharedSession,
  isNew: (person: PublicUser) => boolean,
): ActionNotice[] {
  // In a large session, `active` contains only some of the people. A new person in `active` may have been in the
  // session before. So the notice contains only a number.
  const areAllNamed = before.activeCount <= before.active.length
  const people = areAllNamed ? after.active.filter(isNew) : []
  const count = Math.max(people.length, areAllNamed ? 0 : after.activeCount - before.activeCount)
  return count > 0 ? [{ kind: 'joined', people, count }] : []
}

/**
 * Returns whether the view contains only the first songs of the list. Then a song that is new in the view may have
 * been in the list before.
 */
const isBeyondPage = ({ votes, voteCount }: SharedSession): boolean => voteCount > votes.length
