import type { Song } from '@jointly/contract'
import { type Ledger, noRepeatWindow, pickFromPool, turnOrder } from '@jointly/domain'
import type { Trx } from '../../platform/db/tables.ts'
import { loadedCount, loadedSongAt, peopleWithSongs } from '../../songs/loaded-songs.ts'
import { songById } from '../../songs/songs.ts'
import type { Choice } from './choice.ts'
import { recentSongs } from './ledger.ts'
import { factsOf, isPlayable } from './playable.ts'
import { judgedPool } from './pool.ts'
import type { PlaybackDeps } from './ports.ts'

/** So many places are drawn before a whole pool is read: at least half of a pool is not recent, so most draws hit. */
const DRAWS = 8

/** When each was last served, and songs that must not be picked. */
export type RandomRules = { ledger: Ledger; negative: ReadonlySet<string> }

/** A song of the person whose turn it is, or of the next one who has a pickable song (P2, P3). Changes nothing. */
export async function chooseRandom(
  trx: Trx,
  deps: PlaybackDeps,
  ssid: string,
  { ledger, negative }: RandomRules,
): Promise<Choice | null> {
  const people = await peopleWithSongs(trx, deps.presence.active(ssid))
  const recent = await recentSongs(trx, ssid)
  const isAllowed = async (song: Song): Promise<boolean> =>
    !negative.has(song.id) &&
    isPlayable(factsOf(song)) &&
    !(await deps.refusedSongs(trx, ssid, [song.id])).has(song.id)
  for (const person of turnOrder(people, ledger, deps.chance)) {
    const song =
      (await drawSong(trx, person, recent, isAllowed, deps.chance)) ??
      (await pickSong(trx, deps, { ssid, person, recent, negative }))
    if (song)
      return { songId: song.id, durationMs: song.duration, byId: person, chosen: 'random', overtaken: [] }
  }
  return null
}

/** Draws places of a person's pool until a pickable song stands there: as fair as picking, and cheap in a large pool. */
async function drawSong(
  trx: Trx,
  person: string,
  recent: readonly string[],
  isAllowed: (song: Song) => Promise<boolean>,
  chance: () => number,
): Promise<Song | null> {
  const count = await loadedCount(trx, person)
  const resting = new Set(recent.slice(0, noRepeatWindow(count)))
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const songId = await loadedSongAt(trx, person, Math.floor(chance() * count))
    const song = songId === undefined || resting.has(songId) ? undefined : await songById(trx, songId)
    if (song && (await isAllowed(song))) return song
  }
  return null
}

/** Picks from the whole pool, so that a pickable song is found wherever there is one (P3). */
async function pickSong(
  trx: Trx,
  deps: PlaybackDeps,
  rules: { ssid: string; person: string; recent: readonly string[]; negative: ReadonlySet<string> },
): Promise<Song | null> {
  const { ids, isBarred } = await judgedPool(trx, deps.refusedSongs, rules)
  const picked = pickFromPool(ids, rules.recent, isBarred, deps.chance)
  return picked === null ? null : ((await songById(trx, picked)) ?? null)
}
