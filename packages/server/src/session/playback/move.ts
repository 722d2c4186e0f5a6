import { announceTime, endOf, isOver, type PlaybackStep, nextStep } from '@jointly/domain'
import { lockUsersShared } from '../../platform/db/row-locks.ts'
import type { Trx } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import type { Choice } from './choice.ts'
import { chooseSong } from './choose.ts'
import type { PlayedSong } from '../../songs/played-song.ts'
import type { Bus } from '../../platform/event-bus.ts'
import { notePlay, noteServed } from './ledger.ts'
import type { PlaybackDeps } from './ports.ts'
import { endSkipWishes } from './skip-store.ts'
import { loadPlayback, lockPlayback, type Playback, savePlayback } from './store.ts'

/** Why a session is asked to move: its time has come, somebody pressed play, or the song is skipped. */
export type MoveReason = 'due' | 'play' | 'skip'

/** How soon an announcement that found no song is tried again, in milliseconds: a vote may come meanwhile. */
const RETRY_MS = 1_000

/** The playback after a move, and whose votes or skip wishes it used up. */
export type Moved = { playback: Playback; touched: readonly string[] }

/**
 * Does what a session's playback is to do now, if anything (P4, P5, P6). However many servers do this at once, one of
 * them moves; the others find its result.
 *
 * @returns the playback as it stands afterwards
 */
export async function moveOn(deps: PlaybackDeps, ssid: string, reason: MoveReason): Promise<Playback> {
  // Most calls find nothing to do: these wait for no lock.
  const seen = await loadPlayback(deps.db, ssid)
  if (isSettled(seen, wantedMove(deps, seen, reason))) return seen
  const { before, moved } = await transact(deps.db, async (trx) => {
    const before = await lockPlayback(trx, ssid)
    return { before, moved: await moveWithin(trx, deps, before, reason) }
  })
  const { playback } = moved
  if (before.playing !== playback.playing || before.next !== playback.next) tellMoved(deps.bus, ssid, moved)
  return playback
}

/** Tells everyone inside of a move, and those whose votes or wishes it used up of their own part. */
export function tellMoved(bus: Bus, ssid: string, { touched }: Pick<Moved, 'touched'>): void {
  bus.publish({ type: 'session', ssid, only: 'songs' })
  for (const userId of new Set(touched)) bus.publish({ type: 'you', ssid, userId })
}

/**
 * The same within a transaction that has locked the playback: votes wait meanwhile, so that none is counted and lost.
 * What is announced or played is the caller's to tell.
 *
 * @returns the given state itself where nothing moves
 */
export async function moveWithin(
  trx: Trx,
  deps: PlaybackDeps,
  before: Playback,
  reason: MoveReason,
): Promise<Moved> {
  const move = wantedMove(deps, before, reason)
  switch (move.kind) {
    case 'rest':
      return settle(trx, deps, before, { ...before, dueAt: null }, null)
    case 'wait':
      return settle(trx, deps, before, { ...before, dueAt: move.until }, null)
    case 'begin':
      return settle(trx, deps, before, playing(before, begun(before.next, reason, deps.now())), null)
    case 'announce':
    case 'choose':
      return chooseWithin(trx, deps, before, move)
  }
}

/** Chooses for an announcement, or for now. */
async function chooseWithin(
  trx: Trx,
  deps: PlaybackDeps,
  before: Playback,
  { kind, startTime }: Extract<PlaybackStep, { startTime: number }>,
): Promise<Moved> {
  const choice = await disownedIfGone(trx, await chooseSong(trx, deps, before.ssid))
  const song = timed(choice, startTime)
  const after = kind === 'announce' ? announced(before, song, deps.now()) : playing(before, song)
  return settle(trx, deps, before, after, choice)
}

/** A song that was chosen for a person who is deleted at this moment is nobody's (A7). */
async function disownedIfGone(trx: Trx, choice: Choice | null): Promise<Choice | null> {
  if (choice === null || choice.byId === null) return choice
  const present = await lockUsersShared(trx, [choice.byId])
  return present.has(choice.byId) ? choice : { ...choice, byId: null }
}

/** A skip starts the announced song or chooses one at once; play wakes a session in which nothing plays. */
function wantedMove(
  { now: clock, presence }: PlaybackDeps,
  before: Playback,
  reason: MoveReason,
): PlaybackStep {
  const now = clock()
  if (reason === 'skip' && before.playing !== null)
    return before.next !== null ? { kind: 'begin' } : { kind: 'choose', startTime: now }
  if (reason === 'play' && before.playing === null) return { kind: 'choose', startTime: now }
  return nextStep(before.playing, before.next, now, presence.count(before.ssid))
}

/** Whether the playback is as the move would leave it. */
function isSettled({ dueAt }: Playback, move: PlaybackStep): boolean {
  return (
    dueAt === (move.kind === 'wait' ? move.until : null) && (move.kind === 'wait' || move.kind === 'rest')
  )
}

function begun(next: PlayedSong | null, reason: MoveReason, now: number): PlayedSong | null {
  return next !== null && reason === 'skip' ? { ...next, startTime: now } : next
}

function timed(choice: Choice | null, startTime: number): PlayedSong | null {
  if (choice === null) return null
  const { songId, durationMs, byId, chosen } = choice
  return { songId, durationMs, byId, chosen, startTime }
}

/** With a song that plays now, or none: then the session is passive (P1). */
function playing(before: Playback, song: PlayedSong | null): Playback {
  return { ...before, playing: song, next: null, dueAt: song && announceTime(song) }
}

/** With an announced song, or another attempt before the end. */
function announced(before: Playback, next: PlayedSong | null, now: number): Playback {
  const end = before.playing === null ? now : endOf(before.playing)
  return { ...before, next, dueAt: next ? end : Math.min(end, now + RETRY_MS) }
}

/** Stores the move, if it is still ours to make, with all that follows from it. */
async function settle(
  trx: Trx,
  deps: PlaybackDeps,
  before: Playback,
  wanted: Playback,
  choice: Choice | null,
): Promise<Moved> {
  const { ssid } = before
  const isSame =
    before.playing === wanted.playing && before.next === wanted.next && before.dueAt === wanted.dueAt
  if (isSame) return { playback: before, touched: [] }
  const after = { ...wanted, move: before.move + 1, turn: before.turn + (choice ? 1 : 0) }
  if (!(await savePlayback(trx, before, after)))
    return { playback: await loadPlayback(trx, ssid), touched: [] }
  const voters = choice ? await noteChoice(trx, deps, ssid, after.turn, choice) : []
  if (after.playing === before.playing) return { playback: after, touched: voters }
  const wishers = await endSkipWishes(trx, ssid)
  const song = after.playing
  if (song !== null && !isOver(song, deps.now()))
    await deps.noteHeard(trx, {
      ssid,
      songId: song.songId,
      startAt: song.startTime,
      userIds: [...(await lockUsersShared(trx, deps.presence.active(ssid)))],
    })
  return { playback: after, touched: [...voters, ...wishers] }
}

/** A chosen song's votes are spent; ledger and overtakings are brought up to date (V4, V6). @returns the voters */
async function noteChoice(
  trx: Trx,
  deps: PlaybackDeps,
  ssid: string,
  turn: number,
  choice: Choice,
): Promise<string[]> {
  const { songId, byId, chosen, overtaken } = choice
  const voters = await deps.votes.spend(trx, ssid, songId)
  await deps.votes.noteOvertaken(trx, ssid, overtaken)
  if (byId !== null) await noteServed(trx, ssid, byId, turn)
  await notePlay(trx, { ssid, turn, songId, byId, chosen, chosenAt: deps.now() })
  return voters
}
