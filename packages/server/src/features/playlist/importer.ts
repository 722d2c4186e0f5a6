import { failurePolicy, retryDelayMs } from '@jointly/domain'
import { lockUsers } from '../../platform/db/row-locks.ts'
import type { Db } from '../../platform/db/tables.ts'
import { outsideTransaction, transact } from '../../platform/db/transact.ts'
import type { FaultLog } from '../../platform/log/fault-log.ts'
import { saveSongs } from '../../songs/songs.ts'
import { isRefused, type Refusal } from '../../platform/refusal.ts'
import type { ProviderApi } from '../../provider/api.ts'
import { refuseFor } from '../../provider/failures.ts'
import {
  finishImport,
  type ImportJob,
  type Interruption,
  interruptImport,
  storePage,
  takeJob,
} from './import-store.ts'

/** If an import makes no progress for this time, another process may take it over. */
const LEASE_MS = 60_000
/** How often the importer looks for imports that another process abandoned or that must be retried. */
const POLL_EVERY_MS = 30_000
/** After this number of pages, the import of a long playlist pauses so that other imports continue (L8). */
const PAGES_A_TURN = 20
/**
 * If the provider returns fewer songs than it announced, the import fails. After this many failures in a row, of which
 * the last one is an unclear answer, the shorter list is accepted as complete (L10).
 */
const ACCEPT_SHORT_AFTER = 2

export type ImporterDeps = {
  db: Db
  now: () => number
  logFault: FaultLog
  api: Pick<ProviderApi, 'playlistSongs'>
  callAccount<T>(accountId: string, work: (token: string) => Promise<T | Refusal>): Promise<T | Refusal>
  /** Sends the import progress to a user. */
  onProgress(userId: string): Promise<void>
  /** Is called when a playlist has new songs. */
  onImported(playlistId: string): Promise<void>
}

/** Imports chosen playlists in the background, one after the other, to respect the provider's limits (L4, L8). */
export type Importer = {
  /** Starts the due imports. */
  runNow(): void
  /** Resolves when nothing is being imported. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export function createImporter(deps: ImporterDeps): Importer {
  const { db, now, logFault } = deps
  let running: Promise<void> | null = null
  let isStopped = false
  /** Whether `runNow` was called after the current search for due imports began. */
  let mustLook = false
  const timer = setInterval(() => runNow(), POLL_EVERY_MS)
  timer.unref()

  function runNow(): void {
    if (isStopped) return
    mustLook = true
    running ??= outsideTransaction(work)
  }

  async function work(): Promise<void> {
    while (mustLook && !isStopped) {
      mustLook = false
      await importAll().catch((error: unknown) => logFault(error, 'importing playlists failed'))
    }
    running = null
  }

  async function importAll(): Promise<void> {
    while (!isStopped) {
      const job = await takeJob(db, now(), now() + LEASE_MS)
      if (!job) return
      const answer = await importPages(job)
      const ended = isStopped && isAway(answer) ? 'stopped' : answer
      if (ended === 'done') await finish(job)
      else await interruptImport(db, job, interruptionOf(job, ended, now()), ended === 'shortened')
      await deps.onProgress(job.userId)
      // A rate limit applies to all imports, so all of them stop. The timer starts them again.
      if (isRefused(ended) && scopeOf(ended) === 'group') return
    }
  }

  function importPages(job: ImportJob): Promise<'done' | 'stopped' | 'shortened' | Refusal> {
    const acceptsShortList = job.failure === 'unclear' && job.failures >= ACCEPT_SHORT_AFTER
    let from = job.resumeAt
    let pages = 0
    return deps.callAccount(job.accountId, async (token) => {
      // The port through which the server reaches the built-in provider may be closed. `importAll` stores this as a stop.
      if (isStopped) return refuseFor('away')
      return deps.api.playlistSongs(token, job.playlistId, {
        from,
        listedTotal: job.listedTotal,
        acceptsShortList,
        adaptsToCountry: true,
        async onPage(songs, next) {
          await saveSongs(db, songs, now())
          const at = { from, next, untilMs: now() + LEASE_MS }
          const isChosen = await transact(db, (trx) => storePage(trx, job, songs, at))
          from = next
          pages += 1
          if (isChosen) await deps.onProgress(job.userId)
          return isChosen && !isStopped && pages < PAGES_A_TURN
        },
      })
    })
  }

  async function finish(job: ImportJob): Promise<void> {
    await transact(db, async (trx) => {
      if ((await lockUsers(trx, [job.userId])).length === 0) return
      await finishImport(trx, job)
    })
    await deps.onImported(job.playlistId)
  }

  return {
    runNow,
    idle: () => running ?? Promise.resolve(),
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** Describes an import that did not finish (L7). */
function interruptionOf(
  job: ImportJob,
  ended: 'stopped' | 'shortened' | Refusal,
  nowMs: number,
): Interruption {
  if (ended === 'stopped') return { state: 'waiting', failure: null, failures: 0, retryAtMs: 0 }
  const refused = ended === 'shortened' ? refuseFor('unclear') : ended
  const { failure = 'away', retryAfterSec = 0 } = refused.details
  const waitMs = retryAfterSec * 1000
  // A rate limit is not the fault of the playlist, so it does not count as a failure of the playlist.
  if (scopeOf(refused) === 'group')
    return { state: 'waiting', failure, failures: job.failures, retryAtMs: nowMs + waitMs }
  const failures = job.failures + 1
  const retryAtMs = nowMs + Math.max(waitMs, retryDelayMs(failure, failures))
  return {
    state: failurePolicy[failure].retry === 'soon' ? 'waiting' : 'failed',
    failure,
    failures,
    retryAtMs,
  }
}

function isAway(ended: string | Refusal): boolean {
  return isRefused(ended) && ended.details.failure === 'away'
}

function scopeOf({ details: { failure = 'away' } }: Refusal): string {
  return failurePolicy[failure].concerns
}
