import type { Matcher } from '@jointly/contract'
import type { Refusal } from '../platform/refusal.ts'
import type { ScheduledJob } from '../platform/lifecycle/ticker.ts'
import { createMembershipLoader } from './access/membership.ts'
import { endDueUpgrades } from './commands/plans.ts'
import { retryRemovals } from './commands/removed-listeners.ts'
import type { SessionContext } from './context.ts'
import { type Arrivals, createArrivals } from './arrivals/arrivals.ts'
import { dueSessionsJobs } from './playback/due-sessions.ts'
import { createRandomModeView } from './playback/random-mode-view.ts'
import { recheckSkip } from './playback/skip.ts'
import { POLL_STAY_MS, type Presence } from './presence/presence.ts'
import { deleteOldVisits } from './timeline/timeline.ts'
import { createPersonalViews, type PersonalViews } from './view/personal-view.ts'
import { createViewLoader, type ViewLoader } from './view/view-loader.ts'
import { createVoting, type FindSong, removeNegativeSongs, type Voting } from './votes/voting.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/**
 * The functions of the session module that live connections use. The hub gets them from `live-stages.ts`, which adds the
 * big screens.
 */
export type LiveSessions = {
  connect: (...arrival: Parameters<Arrivals['connect']>) => Promise<{ ssid: string } | Refusal>
  disconnect: Presence['disconnect']
  setSound: Presence['setSound']
  activeCount: Presence['count']
  state: ViewLoader['state']
  personalView: PersonalViews['find']
}

/** The parts of the session module that have their own queues and caches. */
export type Sessions = LiveSessions & {
  vote: Voting['vote']
  enter: Arrivals['poll']
  view: ViewLoader
  randomMode: (ssid: string) => Promise<Matcher>
  jobs: readonly ScheduledJob[]
}

/**
 * Creates the session module.
 * @param monotonicMs returns the time in milliseconds by a clock that is never set
 */
export function createSessions(
  context: SessionContext,
  findSong: FindSong,
  monotonicMs: () => number,
): Sessions {
  const { db, now, presence } = context
  const memberships = createMembershipLoader(db, now)
  const arrivals = createArrivals(context, memberships)
  const personalViews = createPersonalViews(db, memberships)
  const view = createViewLoader(context, arrivals, personalViews)
  return {
    vote: createVoting(context, findSong).vote,
    enter: arrivals.poll,
    connect: arrivals.connect,
    disconnect: (...args) => presence.disconnect(...args),
    setSound: (...sound) => presence.setSound(...sound),
    activeCount: (ssid) => presence.count(ssid),
    view,
    state: view.state,
    personalView: personalViews.find,
    randomMode: createRandomModeView(context),
    jobs: [
      ...dueSessionsJobs(context),
      { everyMs: SECOND_MS, run: async () => presence.sweep() },
      { everyMs: SECOND_MS, run: createSkipRecheck(context, monotonicMs) },
      { everyMs: SECOND_MS, run: () => retryRemovals(context) },
      { everyMs: SECOND_MS, run: () => endDueUpgrades(context) },
      { everyMs: MINUTE_MS, run: () => removeNegativeSongs(context) },
      { everyMs: 60 * MINUTE_MS, run: () => deleteOldVisits(context) },
    ],
  }
}

/**
 * Creates the job that counts skip wishes again after the listeners of a session changed on this server (K2). Just after
 * its start, a server does not know all listeners yet: some of them come back with their next poll. So the first count
 * waits for that. It uses the monotonic clock, because the other clock may be set soon after the start.
 */
function createSkipRecheck(context: SessionContext, monotonicMs: () => number): () => Promise<void> {
  const changed = new Set<string>()
  const firstCountAt = monotonicMs() + POLL_STAY_MS
  context.bus.subscribe((event) => {
    if (event.type === 'people' && event.isOurs) changed.add(event.ssid)
  })
  return async () => {
    if (monotonicMs() < firstCountAt) return
    for (const ssid of [...changed]) {
      changed.delete(ssid)
      await recheckSkip(context, ssid).catch((error: unknown) => {
        // The check failed. The next run checks this session and the remaining ones again.
        changed.add(ssid)
        throw error
      })
    }
  }
}
