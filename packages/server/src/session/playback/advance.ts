import { announceTime, endOf, isAhead, isOver, isPaused, type PlaybackStep, nextStep } from '@jointly/domain'
import { lockUsersShared } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { EventBus } from '../../platform/event-bus.ts'
import type { PlayedSong } from '../../songs/played-song.ts'
import type { SessionContext } from '../context.ts'
import { insertPlayed } from '../timeline/store.ts'
import { saveOvertaken, removeSongAndVotes } from '../votes/store.ts'
import { chooseNextSong } from './which-song-is-next.ts'
import { type SongChoice, saveLastTurn, savePlay } from './play-history.ts'
import { endSkipWishes } from './skip-store.ts'
import { loadPlayback, lockPlayback, type Playback, savePlayback } from './store.ts'

/**
 * If no song can be chosen, the next attempt is made after this many milliseconds. After an error there is nothing to
 * store: the transaction is rolled back, so `dueAt` is still in the past, and the next run of the job in
 * `due-sessions.ts` tries again.
 */
const RETRY_MS = 1_000

/**
 * If no song can be chosen, a session looks for one until this many milliseconds after the end of the last song (P6).
 * After a restart of the server, the people with songs may come back late.
 */
const LOOK_FOR_SONG_MS = 120_000

/** Why the playback may have to change: its `dueAt` has passed, a user pressed play, or the song is skipped. */
export type AdvanceReason = 'due' | 'play' | 'skip'

/** The playback after a change, and the users whose votes or skip wishes the change ended. */
export type PlaybackChange = { playback: Playback; affectedUsers: readonly string[] }

/**
 * Changes what plays in a session, if a change is due (P4, P5, P6). If many servers do this at once, one of
 * them makes the change, and the others get the result.
 * @returns the playback after the change
 */
export async function advancePlayback(
  context: SessionContext,
  ssid: string,
  reason: AdvanceReason,
): Promise<Playback> {
  // This check takes no lock, because most calls have nothing to do.
  const current = await loadPlayback(context.db, ssid)
  if (isUpToDate(current, decideStep(context, current, reason))) return current
  const { before, result } = await transact(context.db, async (trx) => {
    const before = await lockPlayback(trx, ssid)
    return { before, result: await advanceLocked(trx, context, before, reason) }
  })
  const { playback } = result
  const isChanged = before.playing !== playback.playing || before.next !== playback.next
  if (isChanged || (!looksForSong(before) && looksForSong(playback)))
    publishPlaybackChange(context.bus, ssid, result.affectedUsers)
  return playback
}

/**
 * Publishes to everyone in the session that what plays changed, and to `affectedUsers` that their personal views
 * changed.
 */
export function publishPlaybackChange(bus: EventBus, ssid: string, affectedUsers: readonly string[]): void {
  bus.publish({ type: 'session', ssid, only: 'songs' })
  for (const userId of new Set(affectedUsers)) bus.publish({ type: 'you', ssid, userId })
}

/**
 * Changes what plays, in a transaction that has locked the session, so that no vote is lost. The caller
 * publishes the change.
 * @returns the object `before` itself if nothing changes
 */
export async function advanceLocked(
  trx: Trx,
  context: SessionContext,
  before: Playback,
  reason: AdvanceReason,
): Promise<PlaybackChange> {
  const step = decideStep(context, before, reason)
  switch (step.kind) {
    case 'rest':
      return saveChange(trx, context, { before, after: { ...before, dueAt: null }, choice: null })
    case 'wait':
      return saveChange(trx, context, { before, after: { ...before, dueAt: step.until }, choice: null })
    case 'begin': {
      const song = startOf(before.next, reason, context.now())
      return saveChange(trx, context, { before, after: playSong(before, song), choice: null })
    }
    case 'announce':
    case 'choose':
      return chooseAndSave(trx, context, before, step)
  }
}

/**
 * Decides what changes next. A skip starts the announced song, or chooses a song and starts it. Play starts a
 * song if none plays.
 */
function decideStep(
  { now: clock, presence }: SessionContext,
  before: Playback,
  reason: AdvanceReason,
): PlaybackStep {
  const now = clock()
  if (reason === 'skip' && before.playing !== null)
    return before.next !== null ? { kind: 'begin' } : { kind: 'choose', startTime: now }
  if (reason === 'play' && before.playing === null) return { kind: 'choose', startTime: now }
  const isKeptGoing = presence.count(before.ssid) > 0 || before.heldUntil > now
  return nextStep(before.playing, before.next, now, isKeptGoing)
}

/** Returns whether the step would change nothing in the stored playback. */
function isUpToDate({ dueAt }: Playback, step: PlaybackStep): boolean {
  if (step.kind === 'wait') return dueAt === step.until
  return step.kind === 'rest' && dueAt === null
}

/** Chooses a song, and announces it or plays it now. */
async function chooseAndSave(
  trx: Trx,
  context: SessionContext,
  before: Playback,
  { kind, startTime }: Extract<PlaybackStep, { startTime: number }>,
): Promise<PlaybackChange> {
  const choice = await withoutDeletedUser(trx, await chooseNextSong(trx, context, before))
  const song = withStartTime(choice, startTime)
  const now = context.now()
  const after = kind === 'announce' ? announceOrRetry(before, song, now) : playOrRetry(before, song, now)
  return saveChange(trx, context, { before, after, choice })
}

/**
 * Removes the user from the chosen song, if there is one and the user is being deleted at this moment (A7), or an account
 * is being made of the guest (G6).
 */
async function withoutDeletedUser(trx: Trx, choice: SongChoice | null): Promise<SongChoice | null> {
  if (choice === null || choice.byId === null) return choice
  const existing = await lockUsersShared(trx, [choice.byId])
  return existing.has(choice.byId) ? choice : { ...choice, byId: null }
}

/** Returns the announced song with its start: now after a skip, and after the clock was set back. */
function startOf(next: PlayedSong | null, reason: AdvanceReason, now: number): PlayedSong | null {
  const startsNow = next !== null && (reason === 'skip' || next.startTime > now)
  return startsNow ? { ...next, startTime: now } : next
}

function withStartTime(choice: SongChoice | null, startTime: number): PlayedSong | null {
  if (choice === null) return null
  const { songId, durationMs, byId, chosen } = choice
  return { songId, durationMs, byId, chosen, startTime }
}

/** Returns the playback in which this song plays. If there is no song, nothing plays (P1). */
function playSong(before: Playback, song: PlayedSong | null): Playback {
  // A skip does not resume a paused session. The new song is paused at its start (H8).
  if (song !== null && isPaused(before.playing)) {
    const pausedBy = before.playing?.pausedBy ?? null
    return { ...before, playing: { ...song, pausedAt: song.startTime, pausedBy }, next: null, dueAt: null }
  }
  return { ...before, playing: song, next: null, dueAt: song && announceTime(song) }
}

/**
 * Returns the playback in which this song plays. If there is no song, the session looks for one until two minutes after
 * the end of the last song (P6). If the clock was set back, the last song counts as just ended.
 */
function playOrRetry(before: Playback, song: PlayedSong | null, now: number): Playback {
  // A paused song does not end by itself, so the planned end says nothing about it (H8).
  if (song !== null || before.playing === null || isPaused(before.playing)) return playSong(before, song)
  // An announced song does not start while nobody is active. If its time has passed, it is the last song.
  const last = before.next !== null && isOver(before.next, now) ? before.next : before.playing
  const playing = isAhead(last, now) ? { ...last, startTime: now - last.durationMs } : last
  const isLooking = isOver(playing, now) && now < endOf(playing) + LOOK_FOR_SONG_MS
  return isLooking ? { ...before, playing, next: null, dueAt: now + RETRY_MS } : playSong(before, null)
}

/**
 * Returns the playback in which this song is announced. If there is no song, the session soon tries again, and no later
 * than at the end of the song that plays.
 */
function announceOrRetry(before: Playback, next: PlayedSong | null, now: number): Playback {
  const end = before.playing === null ? now : endOf(before.playing)
  return { ...before, next, dueAt: next === null ? Math.min(end, now + RETRY_MS) : end }
}

/**
 * Returns whether nothing plays because the last song has ended and the session still looks for another one
 * (P6).
 */
export function looksForSong({ playing, dueAt }: Playback): boolean {
  return playing !== null && dueAt !== null && !isPaused(playing) && dueAt > endOf(playing)
}

type PlannedChange = { before: Playback; after: Playback; choice: SongChoice | null }

/**
 * Stores a change of what plays: the playback, the chosen song, the played songs, and the skip wishes
 * that ended. Nothing is stored if another server was faster.
 */
async function saveChange(
  trx: Trx,
  context: SessionContext,
  { before, after, choice }: PlannedChange,
): Promise<PlaybackChange> {
  const { ssid } = before
  const isSame =
    before.playing === after.playing && before.next === after.next && before.dueAt === after.dueAt
  if (isSame) return { playback: before, affectedUsers: [] }
  const playback = { ...after, version: before.version + 1, turn: before.turn + (choice ? 1 : 0) }
  if (!(await savePlayback(trx, before, playback)))
    return { playback: await loadPlayback(trx, ssid), affectedUsers: [] }
  const voters = choice
    ? await saveChoice(trx, choice, { ssid, turn: playback.turn, now: context.now() })
    : []
  const song = playback.playing
  if (song === before.playing) return { playback, affectedUsers: voters }
  const wishers = await endSkipWishes(trx, ssid)
  if (song !== null && !isOver(song, context.now()))
    await insertPlayed(trx, {
      ssid,
      songId: song.songId,
      startAt: song.startTime,
      userIds: [...(await lockUsersShared(trx, context.presence.active(ssid)))],
    })
  return { playback, affectedUsers: [...voters, ...wishers] }
}

/**
 * Removes the votes of a chosen song, and stores the turn and the overtaken songs (V4, V6). @returns the users
 * who voted
 */
async function saveChoice(
  trx: Trx,
  { songId, byId, chosen, overtaken }: SongChoice,
  { ssid, turn, now }: { ssid: string; turn: number; now: number },
): Promise<string[]> {
  const voters = await removeSongAndVotes(trx, ssid, songId)
  await saveOvertaken(trx, ssid, overtaken)
  if (byId !== null) await saveLastTurn(trx, ssid, byId, turn)
  await savePlay(trx, { ssid, turn, songId, byId, chosen, chosenAt: now })
  return voters
}
