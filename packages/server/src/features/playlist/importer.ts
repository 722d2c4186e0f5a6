import type { Db } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import { outsideTransaction } from '../../db/transaction-guard.ts'
import type { FaultLog } from '../../fault-log.ts'
import { refreshLoadedSongs } from '../../library/loaded-songs.ts'
import { saveSongs } from '../../library/songs.ts'
import { isRefused, type Refused } from '../../refusal.ts'
import type { ProviderApi } from '../../spotify/api.ts'
import { endImport, type ImportJob, noteProgress, storeSongs, takeJob } from './store.ts'

/** An import that showed no progress for so long was left by its process. */
const HOLD_MS = 60_000
/** When to look again for imports that had to wait, or that another process left. */
const LOOK_AGAIN_MS = 30_000

export type ImporterDeps = {
  db: Db
  now: () => number
  tellFault: FaultLog
  api: ProviderApi
  callAccount<T>(accountId: string, work: (token: string) => Promise<T | Refused>): Promise<T | Refused>
  /** Tells a person how far their imports are. */
  onProgress(userId: string): Promise<void>
  /** A playlist has other songs now. */
  onImported(playlistId: string): Promise<void>
}

/** Imports chosen playlists in the background, one after the other, so that the provider's limits are spared (L4). */
export type Importer = {
  /** There is something to import. */
  wake(): void
  /** Resolves when nothing is being imported. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export function createImporter(deps: ImporterDeps): Importer {
  const { db, now, tellFault } = deps
  let running: Promise<void> | null = null
  let isStopped = false
  const timer = setInterval(() => wake(), LOOK_AGAIN_MS)
  timer.unref()

  function wake(): void {
    if (isStopped) return
    running ??= outsideTransaction(work)
      .catch((error: unknown) => tellFault(error, 'importing playlists failed'))
      .finally(() => {
        running = null
      })
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      const job = await takeJob(db, now(), now() + HOLD_MS)
      if (!job) return
      const refused = await importPlaylist(job)
      await deps.onProgress(job.userId)
      // The provider wants us to wait; the timer looks again.
      if (refused && isTemporary(refused)) return
    }
  }

  async function importPlaylist(job: ImportJob): Promise<Refused | null> {
    const songs = await deps.callAccount(job.accountId, (token) => {
      let known = 0
      return deps.api.playlistSongs(token, job.playlistId, async (sofar) => {
        // Page by page, so that a long playlist does not hold up everybody at its end.
        await saveSongs(db, sofar.slice(known), now())
        known = sofar.length
        if (!isStopped && (await noteProgress(db, job, sofar.length, now() + HOLD_MS)))
          await deps.onProgress(job.userId)
      })
    })
    if (isRefused(songs)) {
      await endImport(db, job, stateAfter(songs))
      return songs
    }
    await transact(db, async (trx) => {
      await storeSongs(trx, job, songs)
      await refreshLoadedSongs(trx, job.userId)
    })
    await deps.onImported(job.playlistId)
    return null
  }

  return {
    wake,
    idle: () => running ?? Promise.resolve(),
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

function isTemporary({ code }: Refused): boolean {
  return code === 'provider-away' || code === 'provider-limit'
}

function stateAfter(refused: Refused): 'failed' | 'refused' | 'waiting' {
  if (isTemporary(refused)) return 'waiting'
  return refused.code === 'provider-refused' || refused.code === 'not-found' ? 'refused' : 'failed'
}
