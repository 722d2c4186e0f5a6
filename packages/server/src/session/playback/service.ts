import { isOver, skipsPercent } from '@jointly/domain'
import { eachApart } from '../../platform/each-apart.ts'
import { moveOn } from './move.ts'
import { countOf, reconsiderSkip, type SkipCall, type SkipDeps, wishSkip } from './skip.ts'
import { skipWishers } from './skip-store.ts'
import { dueAmong, dueSessions, loadPlayback, type Playback } from './store.ts'

/** How many due sessions one round of the ticker moves. */
const DUE_AT_ONCE = 200

/** What plays in sessions, and what moves it on. */
export function createPlaybacks(deps: SkipDeps) {
  const moveEach = (ssids: readonly string[]): Promise<void> =>
    eachApart(ssids, (ssid) => moveOn(deps, ssid, 'due'))

  const moveListened = async (): Promise<void> =>
    moveEach(await dueAmong(deps.db, deps.presence.sessionsHere(), deps.now()))

  return {
    /** Starts a passive session, moves on one whose song has ended, else leaves things as they are (P4, P6). */
    play: (ssid: string): Promise<Playback> => moveOn(deps, ssid, 'play'),

    /** Moves on a session that rested because nobody listened (P6). */
    async wake(ssid: string): Promise<void> {
      const { playing, dueAt } = await loadPlayback(deps.db, ssid)
      if (playing !== null && (dueAt === null || dueAt <= deps.now())) await moveOn(deps, ssid, 'due')
    },

    /** Moves on every session whose time has come (P5). Any server may; one of them does. */
    async moveDue(): Promise<void> {
      // Where nobody listens as far as we know, a session is put to rest: while we do not know all, others see to it.
      if (!deps.bus.hearsAll()) return moveListened()
      await moveEach(await dueSessions(deps.db, deps.now(), DUE_AT_ONCE))
    },

    /**
     * Moves on what is listened to here, also where it was put to rest: by a server that had not heard of its listeners
     * yet, or before they came (P6).
     */
    moveListened,

    skip: (call: SkipCall) => wishSkip(deps, call),

    reconsiderSkip: (ssid: string) => reconsiderSkip(deps, ssid),

    /** The percent of those active who wish to skip the running song (K1). */
    async skips({ playing, ssid }: Pick<Playback, 'playing' | 'ssid'>): Promise<number> {
      if (playing === null || isOver(playing, deps.now())) return 0
      return skipsPercent(countOf(deps.presence, ssid, await skipWishers(deps.db, ssid, playing.startTime)))
    },
  }
}

export type Playbacks = ReturnType<typeof createPlaybacks>
