import type { Share } from '@jointly/contract'
import type { Ledger, ListedSong } from '@jointly/domain'
import type { Db } from '../platform/db/tables.ts'
import type { PlayedSong } from '../songs/played-song.ts'
import type { Bus } from '../platform/event-bus.ts'
import type { Presence } from './presence/presence.ts'
import type { SecurityLog } from '../platform/log/security-log.ts'
import type { Visitor } from './access/store.ts'

/** What plays, as the session shows it. */
export type ShownPlayback = { playing: PlayedSong | null; next: PlayedSong | null }

export type PlaybackPort = {
  load(db: Db, ssid: string): Promise<ShownPlayback>
  /** A new session has one, in which nothing plays. */
  insert(db: Db, ssid: string): Promise<void>
  ledger(db: Db, ssid: string): Promise<Ledger>
  /** The percent of those active who wish to skip (K1). */
  skips(ssid: string, playing: PlayedSong | null): Promise<number>
  /** Whether people, each in a session, wish to skip the running song; in their order. */
  wishSkip(db: Db, people: readonly Visitor[]): Promise<boolean[]>
  /** Moves on a session that rested while nobody listened (P6). */
  wake(ssid: string): Promise<void>
  /** Skips the song if the wishes that stand suffice now (K2). */
  reconsiderSkip(ssid: string): Promise<void>
}

export type VotePort = {
  listed(
    db: Db,
    ssid: string,
  ): Promise<(Omit<ListedSong, 'refused'> & { upvotes: number; downvotes: number })[]>
  /** The standing votes of people, each in a session, by song; in the order of the people. */
  votesOfEach(db: Db, people: readonly Visitor[]): Promise<Record<string, 'up' | 'down'>[]>
  /** Counts all songs anew for which one of these people voted, since they were banned or are no more (S5). */
  recountVotesOf(db: Db, ssid: string, userIds: readonly string[], now: number): Promise<void>
}

/** Tells the timeline that people's visits began, and what runs at that moment (T1). */
export type BeginVisits = (
  db: Db,
  visits: {
    userIds: readonly string[]
    ssid: string
    title: string
    visitAt: number
    running: { songId: string; startTime: number } | null
  },
) => Promise<void>

export type SessionDeps = {
  db: Db
  now: () => number
  bus: Bus
  logSecurity: SecurityLog
  presence: Presence
  playback: PlaybackPort
  votes: VotePort
  beginVisits: BeginVisits
  /** All who are friends of at least one of these people (N1). */
  friendsOfAny(db: Db, userIds: readonly string[]): Promise<readonly string[]>
  /** How a session is passed on, for someone who reached this server at `origin`; null where it is not. */
  share: ((ssid: string, origin: string) => Share) | null
}
