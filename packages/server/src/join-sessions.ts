import { type FoundSong, LIVE_PATH, type Song } from '@jointly/contract'
import type { Db } from './platform/db/tables.ts'
import type { FaultLog } from './platform/log/fault-log.ts'
import { areFriends } from './features/friend/service.ts'
import { friendsOfAny } from './features/friend/store.ts'
import { inviteRoutes } from './features/invite/routes.ts'
import { disownSongs } from './session/playback/departure.ts'
import { loadLedger } from './session/playback/ledger.ts'
import type { RefusedSongs } from './session/playback/ports.ts'
import { playbackRoutes } from './session/playback/routes.ts'
import { createPlaybacks } from './session/playback/service.ts'
import { wishSkip } from './session/playback/skip-store.ts'
import { insertPlayback, loadPlayback, runningSongs } from './session/playback/store.ts'
import { closedSessions } from './session/access/closed.ts'
import { createDeparture } from './session/commands/departure.ts'
import { hasFlavor, refusalsAmong, refusalsIn, refusalsOf } from './session/access/flavor.ts'
import { dismissUnadmitted } from './session/commands/listeners.ts'
import { createOptions } from './session/commands/options/service.ts'
import { createPlans } from './session/commands/plans.ts'
import type { SessionDeps } from './session/ports.ts'
import { optionsRoutes, planRoutes, sessionRoutes } from './session/commands/routes.ts'
import { createSessions } from './session/commands/service.ts'
import { standingIn, standingsOf } from './session/access/standing.ts'
import { findSession, publicUsers, sessionsNaming } from './session/access/store.ts'
import { timelineRoutes } from './session/timeline/routes.ts'
import { createTimeline } from './session/timeline/service.ts'
import { withdrawVotesOf } from './session/votes/departure.ts'
import { voteRoutes } from './session/votes/routes.ts'
import { createVotes } from './session/votes/service.ts'
import { listedSongs, noteOvertaken, recountVotesOf, spendVotes, votesOfEach } from './session/votes/store.ts'
import type { Handle } from './platform/http/handle.ts'
import type { LiveDeps } from './realtime/attendance.ts'
import type { MountedServices } from './platform/http/mount.ts'
import type { Bus } from './platform/event-bus.ts'
import { forgetUnusedSongs } from './songs/songs.ts'
import { createHub } from './realtime/hub.ts'
import type { OpenPresence } from './session/presence/presence.ts'
import { createLiveServer } from './realtime/socket.ts'
import { isRefused, type Refused } from './platform/refusal.ts'
import type { SecurityLog } from './platform/log/security-log.ts'
import type { Chore } from './platform/lifecycle/ticker.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** How late a song may begin that was not announced, in milliseconds. */
const MOVE_EVERY_MS = 250

export type SessionCore = {
  db: Db
  now: () => number
  chance: () => number
  tellFault: FaultLog
  bus: Bus
  logSecurity: SecurityLog
  openPresence: OpenPresence
  handle: Handle
  authenticate: LiveDeps['authenticate']
  mounted: MountedServices
  /** Makes a song known by its id, or says why it cannot be (D1). */
  resolveSong(songId: string, userId: string, ssid: string): Promise<Song | Refused>
  share: SessionDeps['share']
  onClose(close: () => Promise<void> | void): void
}

/** Joins all that makes a session: its people, votes, playback, invites, timeline and live connections. */
export function joinSessions(core: SessionCore) {
  const { db, now, chance, bus, handle } = core
  const onError = (error: unknown): void => core.tellFault(error, 'what is told over live connections failed')
  const comeOrGone = new Set<string>()
  const presence = core.openPresence({
    now,
    onChange(ssid, isOurs) {
      // Each server finds out by itself who came or went; what follows from it is for the server where it happened,
      // and for all that are left where that one is gone.
      bus.publishHere({ type: 'people', ssid })
      if (isOurs) comeOrGone.add(ssid)
    },
  })
  const standing = (ssid: string, userId: string) => standingIn(db, ssid, userId, now())
  const timeline = createTimeline({ db, now })

  const votePort = { listed: listedSongs, spend: spendVotes, noteOvertaken }
  const refusedSongs: RefusedSongs = async (db, ssid, songIds) =>
    new Set((await refusalsIn(db, ssid, songIds, now())).keys())
  const playbacks = createPlaybacks({
    db,
    now,
    chance,
    bus,
    presence,
    standing,
    votes: votePort,
    refusedSongs,
    noteHeard: timeline.noteHeard,
    skipPercent: async (ssid) => (await findSession(db, ssid, now()))?.skipPercent ?? null,
  })
  const votes = createVotes({
    db,
    now,
    bus,
    admission: {
      standings: (trx, visitors) => standingsOf(trx, visitors, now()),
      refusals: refusalsAmong,
    },
    resolveSong: core.resolveSong,
  })
  const sessionDeps: SessionDeps = {
    db,
    now,
    bus,
    logSecurity: core.logSecurity,
    presence,
    votes: { listed: listedSongs, votesOfEach, recountVotesOf },
    playback: {
      load: loadPlayback,
      insert: insertPlayback,
      ledger: loadLedger,
      skips: (ssid, playing) => playbacks.skips({ ssid, playing }),
      wishSkip,
      wake: playbacks.wake,
      reconsiderSkip: playbacks.reconsiderSkip,
    },
    beginVisits: timeline.beginVisits,
    friendsOfAny,
    share: core.share,
  }
  const sessions = createSessions(sessionDeps)
  const plans = createPlans(sessionDeps)

  sessionRoutes(handle, sessions)
  optionsRoutes(handle, createOptions(sessionDeps))
  planRoutes(handle, plans)
  voteRoutes(handle, votes)
  playbackRoutes(handle, {
    db,
    now,
    playbacks,
    presence,
    votes: votePort,
    refusedSongs,
    hasFlavor: (db, ssid) => hasFlavor(db, ssid, now()),
    people: publicUsers,
    standing,
    enter: sessions.poll,
  })
  timelineRoutes(handle, timeline)
  const closedTo = (userId: string, ssids: readonly string[]) => closedSessions(db, userId, ssids, now())
  inviteRoutes(handle, {
    db,
    now,
    bus,
    presence,
    standing,
    closedTo,
    running: runningSongs,
    people: publicUsers,
    areFriends,
  })

  const hub = createHub(
    {
      enter: sessions.connect,
      leave: presence.disconnect,
      state: sessions.state,
      activeCount: presence.count,
      you: sessions.you,
    },
    bus,
    onError,
  )
  const live = createLiveServer({ hub, now, authenticate: core.authenticate, onError })
  core.mounted.mount(LIVE_PATH, { upgrade: live.upgrade })
  core.onClose(live.close)

  async function reconsiderSkips(): Promise<void> {
    for (const ssid of [...comeOrGone]) {
      // One by one, so that a session that fails takes none of the others along.
      comeOrGone.delete(ssid)
      await playbacks.reconsiderSkip(ssid).catch((error: unknown) => {
        comeOrGone.add(ssid)
        throw error
      })
    }
  }

  /** While other servers' changes are not heard, what is listened to here is looked at again and again. */
  async function reviewUnheard(): Promise<void> {
    if (bus.hearsAll()) return
    for (const ssid of hub.sessions()) bus.publishHere({ type: 'session', ssid })
  }

  /** While other servers' changes are not heard, looks whether those who listen here still may: it may take longer. */
  async function reviewListeners(): Promise<void> {
    if (!bus.hearsAll()) await hub.review()
  }

  const chores: Chore[] = [
    { everyMs: MOVE_EVERY_MS, run: playbacks.moveDue },
    { everyMs: 2 * SECOND_MS, run: playbacks.moveListened },
    { everyMs: SECOND_MS, run: async () => presence.sweep() },
    { everyMs: SECOND_MS, run: reconsiderSkips },
    { everyMs: SECOND_MS, run: reviewUnheard },
    { everyMs: 2 * SECOND_MS, run: reviewListeners },
    { everyMs: SECOND_MS, run: plans.endDue },
    { everyMs: MINUTE_MS, run: votes.dropOverstayed },
    { everyMs: 60 * MINUTE_MS, run: timeline.forgetOld },
    { everyMs: 60 * MINUTE_MS, run: () => forgetUnusedSongs(db, now()) },
  ]
  const departure = createDeparture({
    bus,
    presence,
    logSecurity: core.logSecurity,
    withdrawVotes: (trx, userId) => withdrawVotesOf(trx, userId, now()),
    disownSongs,
    dismissUnadmitted: (ssid) => dismissUnadmitted(sessionDeps, ssid),
    onError,
  })
  return {
    chores,
    /** What a poll answers, where all of it is remembered. */
    recall: sessions.recall,
    liveConnectionCount: hub.connectionCount,
    /** What a person leaves behind in sessions when they go for good (A7). */
    departure,
    /** Sessions that do not let a person in, with the title that they may know (S2). */
    closedTo,
    /** The others in a session, for someone who takes part in it; none for an outsider (L5). */
    async membersOf(ssid: string, userId: string): Promise<string[]> {
      if (isRefused(await standing(ssid, userId))) return []
      return presence.active(ssid).filter((id) => id !== userId)
    },
    /** A playlist has other songs now: lists that are marked by it are told anew (F3). */
    async playlistChanged(playlistId: string): Promise<void> {
      for (const ssid of await sessionsNaming(db, playlistId)) bus.publish({ type: 'session', ssid })
    },
    /** How songs stand in a session, for someone who takes part in it: listed, refused (D7, F3). */
    async inSession(
      ssid: string | undefined,
      userId: string,
      songs: readonly Song[],
    ): Promise<FoundSong[] | Refused> {
      if (ssid === undefined) return [...songs]
      const stands = await standing(ssid, userId)
      if (isRefused(stands)) return stands
      const listed = new Set((await listedSongs(db, ssid)).map(({ songId }) => songId))
      const refusals = await refusalsOf(db, stands, songs)
      return songs.map((song) => {
        const refusedBy = refusals.get(song.id)
        const isRefusedHere = refusals.has(song.id)
        return {
          ...song,
          listed: listed.has(song.id),
          refused: isRefusedHere,
          ...(refusedBy && { refusedBy }),
        }
      })
    },
  }
}
