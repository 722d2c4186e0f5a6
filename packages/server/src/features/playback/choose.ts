import { type ListedSong, overtakenBy, pickFromPool, topSong, turnOrder } from '@jointly/domain'
import type { Trx } from '../../db/tables.ts'
import { loadLedger, recentPlays } from './ledger.ts'
import type { PlaybackDeps } from './ports.ts'
import type { PlayedSong } from './store.ts'

/** The service whose songs can be played; random mode picks from no other (P3). */
const PLAYABLE_SERVICE = 'spotify'

/** A choice not yet in time, and the listed songs that it overtakes (V4). */
export type Choice = Omit<PlayedSong, 'startTime'> & { overtaken: readonly string[] }

/** What to choose for: the session, and who listens. */
export type Listening = { ssid: string; active: readonly string[] }

/** The song that plays next: the head of the vote list, else one of random mode, else none (P1). Changes nothing. */
export async function chooseSong(trx: Trx, deps: PlaybackDeps, listening: Listening): Promise<Choice | null> {
  const listed = await judgedList(trx, deps, listening.ssid)
  const ledger = await loadLedger(trx, listening.ssid)
  const top = topSong(listed, { activeCount: listening.active.length, ledger })
  if (top === null) return chooseRandom(trx, deps, listening, listed, ledger)
  const overtaken = overtakenBy(listed, top).map(({ songId }) => songId)
  return { songId: top.songId, durationMs: top.durationMs, byId: top.behind, chosen: 'vote', overtaken }
}

type Listed = ListedSong & { durationMs: number }

/** The list with what the flavor says; a song that is known no more or has no playable source is as good as refused. */
async function judgedList(trx: Trx, deps: PlaybackDeps, ssid: string): Promise<Listed[]> {
  const rows = await deps.votes.listed(trx, ssid)
  const songs = await deps.music.songs(
    trx,
    rows.map(({ songId }) => songId),
  )
  const refused = await deps.refusedSongs(trx, ssid, [...songs.values()])
  return rows.map((row) => {
    const song = songs.get(row.songId)
    const isPlayable = song?.sources[0]?.service === PLAYABLE_SERVICE
    return { ...row, refused: !isPlayable || refused.has(row.songId), durationMs: song?.duration ?? 0 }
  })
}

/** A song of the person whose turn it is, or of the next one who has a pickable song (P2, P3). */
async function chooseRandom(
  trx: Trx,
  deps: PlaybackDeps,
  { ssid, active }: Listening,
  listed: readonly Listed[],
  ledger: ReadonlyMap<string, number>,
): Promise<Choice | null> {
  const people = await deps.music.peopleWithSongs(trx, active)
  const recent = await recentPlays(trx, ssid)
  const barred = new Set(listed.filter((song) => song.score < 0).map(({ songId }) => songId))
  for (const person of turnOrder(people, ledger, deps.chance)) {
    const pool = await deps.music.loadedSongs(trx, person)
    const songs = await deps.music.songs(trx, pool)
    const refused = await deps.refusedSongs(trx, ssid, [...songs.values()])
    const isBarred = (songId: string): boolean =>
      barred.has(songId) || refused.has(songId) || !songs.has(songId)
    const picked = pickFromPool(pool, recent, isBarred, deps.chance)
    const song = picked === null ? undefined : songs.get(picked)
    if (song !== undefined)
      return { songId: song.id, durationMs: song.duration, byId: person, chosen: 'random', overtaken: [] }
  }
  return null
}
