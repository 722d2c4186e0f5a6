import { failurePolicy, retryDelayMs } from '@jointly/domain'
import { lockUsersShared } from '../../platform/db/row-locks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'
import { outsideTransaction } from '../../platform/db/transaction-guard.ts'
import type { FaultLog } from '../../platform/log/fault-log.ts'
import { refreshLoadedSongs } from '../../songs/loaded-songs.ts'
import { saveSongs } from '../../songs/songs.ts'
import { isRefused, type Refused } from '../../platform/refusal.ts'
import type { ProviderApi } from '../../provider/api.ts'
import {
  finishImport,
  type ImportJob,
  type Interruption,
  interruptImport,
  storePage,
  takeJob,
} from './import-store.ts'

/** An import that showed no progress for so long was left by its process. */
const HOLD_MS = 60_000
/** When to look again for imports that had to wait, or that another process left. */
const LOOK_AGAIN_MS = 30_000
/** After so many pages a long playlist gives its turn to others (L8). */
const PAGES_A_TURN = 20
/** A list that ended early this often is taken to be as short as that (L10). */
const SHORT_BELIEVED_AFTER = 2

export type ImporterDeps = {
  db: Db
  now: () => number
  tellFault: FaultLog
  api: Pick<ProviderApi, 'playlistSongs'>
  callAccount<T>(accountId: string, work: (token: string) => Promise<T | Refused>): Promise<T | Refused>
  /** Tells a person how far their imports are. */
  onProgress(userId: string): Promise<void>
  /** A playlist has other songs now. */
  onImported(playlistId: string): Promise<void>
}

/** Imports chosen playlists in the background, one after the other, so that the provider's limits are spared (L4, L8). */
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
  /** Whether there may be imports that the running search for them has missed. */
  let mustLook = false
  const timer = setInterval(() => wake(), LOOK_AGAIN_MS)
  timer.unref()

  function wake(): void {
    if (isStopped) return
    mustLook = true
    running ??= outsideTransaction(work)
  }

  async function work(): Promise<void> {
    while (mustLook && !isStopped) {
      mustLook = false
      await importAll().catch((error: unknown) => tellFault(error, 'importing playlists failed'))
    }
    running = null
  }

  async function importAll(): Promise<void> {
    while (!isStopped) {
      const job = await takeJob(db, now(), now() + HOLD_MS)
      if (!job) return
      const ended = await importPages(job)
      if (ended === 'done') await finish(job)
      else await interruptImport(db, job, interruptionOf(job, ended))
      await deps.onProgress(job.userId)
      // The provider asks all imports to wait; the timer looks again.
      if (isRefused(ended) && concerns(ended) === 'group') return
    }
  }

  function importPages(job: ImportJob): Promise<'done' | 'stopped' | Refused> {
    const takesShort = job.failure === 'unclear' && job.failures >= SHORT_BELIEVED_AFTER
    let from = job.resumeAt
    let pages = 0
    return deps.callAccount(job.accountId, (token) =>
      deps.api.playlistSongs(token, job.playlistId, {
        from,
        takesShort,
        async onPage(songs, next) {
          await saveSongs(db, songs, now())
          const at = { from, next, untilMs: now() + HOLD_MS }
          const isChosen = await transact(db, (trx) => storePage(trx, job, songs, at))
          from = next
          pages += 1
          if (isChosen) await deps.onProgress(job.userId)
          return isChosen && !isStopped && pages < PAGES_A_TURN
        },
      }),
    )
  }

  async function finish(job: ImportJob): Promise<void> {
    await transact(db, async (trx) => {
      if ((await lockUsersShared(trx, [job.userId])).size === 0) return
      await finishImport(trx, job)
      await refreshLoadedSongs(trx, job.userId)
    })
    await deps.onImported(job.playlistId)
  }

  /** What becomes of an import that did not reach its end (L7). */
  function interruptionOf(job: ImportJob, ended: 'stopped' | Refused): Interruption {
    if (ended === 'stopped') return { state: 'waiting', failure: null, failures: 0, retryAtMs: 0 }
    const { failure = 'away', retryAfterSec = 0 } = ended.details
    const waitMs = retryAfterSec * 1000
    // A limit is nothing that this playlist did.
    if (concerns(ended) === 'group')
      return { state: 'waiting', failure, failures: job.failures, retryAtMs: now() + waitMs }
    const failures = job.failures + 1
    const retryAtMs = now() + Math.max(waitMs, retryDelayMs(failure, failures))
    return {
      state: failurePolicy[failure].retry === 'soon' ? 'waiting' : 'failed',
      failure,
      failures,
      retryAtMs,
    }
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

function concerns({ details: { failure = 'away' } }: Refused): string {
  return failurePolicy[failure].concerns
}
