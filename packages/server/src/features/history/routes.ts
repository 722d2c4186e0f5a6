import { type History, routes } from '@jointly/contract'
import { type RateLimit, limit, type RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Handle } from '../../platform/http/router.ts'
import { TextFile } from '../../platform/http/send-answer.ts'
import type { ScheduledJob } from '../../platform/lifecycle/ticker.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { type PlayedSong, playedSongs, summaryOf, type VisitKey, visitKeyOf } from './played-songs.ts'
import { type HistoryDeps, presentSaved, saveNext } from './save-playlist.ts'
import { deleteSavedBefore, findSaved } from './saved-playlist-store.ts'
import { csvOf, m3uOf } from './song-files.ts'

const HOUR_MS = 60 * 60_000
/** How long the progress of saving is stored after the last call (T2). */
const STORED_MS = 30 * 24 * HOUR_MS

const TEN_MINUTES_MS = 10 * 60_000
/**
 * Limits the calls that save, because all users share the quota of the provider. The limit is enough for a playlist of
 * 10,000 songs.
 */
const SAVES_PER_PERSON: RateLimit = { name: 'save-history', attempts: 150, windowMs: TEN_MINUTES_MS }
const FILES_PER_PERSON: RateLimit = { name: 'history-file', attempts: 30, windowMs: TEN_MINUTES_MS }

/** Registers the routes to save the played songs as a playlist at the provider or as a file (T3–T6). */
export function historyRoutes(handle: Handle, deps: HistoryDeps & { limiter: RateLimiter }): void {
  const { db, limiter } = deps

  async function file(
    key: VisitKey,
    call: 'historyM3u' | 'historyCsv',
    write: (title: string, songs: readonly PlayedSong[]) => Promise<string>,
  ): Promise<TextFile | Refusal> {
    const tooMany = await limit(limiter, [[FILES_PER_PERSON, key.userId]])
    if (tooMany) return tooMany
    const played = await summaryOf(db, key)
    if (!played) return refuse('not-found')
    const text = await write(played.title, await playedSongs(db, key))
    const extension = call === 'historyM3u' ? 'm3u' : 'csv'
    return new TextFile(routes[call].mediaType, `${played.title}.${extension}`, text)
  }

  handle('history', ({ caller, params }) => presentHistory(deps, visitKeyOf(caller.userId, params.visit)))
  handle('saveHistory', async ({ caller, params, body }) => {
    const tooMany = await limit(limiter, [[SAVES_PER_PERSON, caller.userId]])
    return tooMany ?? saveNext(deps, visitKeyOf(caller.userId, params.visit), body)
  })
  handle('historyM3u', ({ caller, params }) =>
    file(visitKeyOf(caller.userId, params.visit), 'historyM3u', m3uOf),
  )
  handle('historyCsv', ({ caller, params }) =>
    file(visitKeyOf(caller.userId, params.visit), 'historyCsv', (_, songs) => csvOf(songs)),
  )
}

async function presentHistory({ db }: HistoryDeps, key: VisitKey): Promise<History | Refusal> {
  const played = await summaryOf(db, key)
  if (!played) return refuse('not-found')
  const stored = await findSaved(db, key)
  return { ...played, playlist: stored ? await presentSaved(db, key, stored, played) : null }
}

/** Deletes the progress of playlists that nobody continued for 30 days. The playlists themselves stay (T2). */
export function oldSavedPlaylistsJob({ db, now }: Pick<HistoryDeps, 'db' | 'now'>): ScheduledJob {
  return { everyMs: HOUR_MS, run: () => deleteSavedBefore(db, now() - STORED_MS) }
}
