import * as z from 'zod/mini'
import { EpochMs, ProviderId, Ssid, Title } from '../primitives.ts'
import { HostRules } from './host-rules.ts'
import { FlavorItem, Song, SongRule } from './song.ts'
import { PublicUser } from './user.ts'

export const Policy = z.enum(['strict', 'invite', 'link', 'free'])
export type Policy = z.infer<typeof Policy>

export const ModeratorLevel = z.enum(['manager', 'operator', 'relate'])
export const Role = z.enum(['owner', 'manager', 'operator', 'relate', 'guest'])
export type Role = z.infer<typeof Role>

export const NewSession = z.object({
  title: Title,
  managed: z.boolean(),
  isPrivate: z.boolean(),
  /** The id of a loaded playlist of the owner, which becomes the fallback (H6, H7). */
  fallback: z.optional(ProviderId),
})
export type NewSession = z.infer<typeof NewSession>

/** A session. `mode` is `random` until the owner upgrades the session, and then `managed`. */
export const Session = z.object({
  id: Ssid,
  uuid: Ssid,
  /** The session code (J1). Empty until the server has created it. */
  code: z.string(),
  title: z.string(),
  managed: z.boolean(),
  mode: z.enum(['random', 'managed']),
  policy: Policy,
  owner: PublicUser,
})
export type Session = z.infer<typeof Session>

/**
 * The song that plays. Its position is `nowTime − startTime`, in milliseconds. When nothing plays, `mode` is `passive`
 * and `song` is null (P1, P7).
 */
export const NowPlaying = z.object({
  mode: z.enum(['active', 'passive']),
  song: z.nullable(Song),
  startTime: z.nullable(EpochMs),
  nowTime: EpochMs,
  /** The user for whom the song was chosen. Null without such a user, for example for a fallback song (H6). */
  by: z.nullable(PublicUser),
  /**
   * How the song was chosen: by votes, at random, or from the fallback playlist (P1, P2, H6). Null if nothing plays.
   */
  chosen: z.nullable(z.enum(['vote', 'random', 'fallback'])),
  /**
   * The position at which the song was paused, in milliseconds (H8). Missing while the song runs. `pausedBy` is the
   * person who paused it.
   */
  pausedAt: z.optional(z.int()),
  pausedBy: z.optional(PublicUser),
})
export type NowPlaying = z.infer<typeof NowPlaying>

/** The announced song, which is chosen ten seconds before the end of the song that plays (P5). */
export const NextSong = z.object({ song: Song, startTime: EpochMs })

/**
 * What would change the place of a song if nothing else changes (V8). A field is missing if it does not apply.
 * - `play`: the number of further up-votes before the song can play.
 * - `rise`: the number of further up-votes to pass the song before it, and its place then.
 * - `head`: the number of further up-votes to become first.
 * - `turn`: the song before it belongs to another person. When that person has had a turn, this song passes it.
 * - `mostBefore`: at most this many listed songs play before it, however others vote (V4).
 */
export const PlaceChange = z.object({
  play: z.optional(z.int()),
  rise: z.optional(z.object({ votes: z.int(), place: z.int() })),
  head: z.optional(z.int()),
  turn: z.optional(z.literal(true)),
  mostBefore: z.optional(z.int()),
})
export type PlaceChange = z.infer<typeof PlaceChange>

/**
 * Why a listed song has its place, and when it will probably play (V8). The app makes its texts from these data.
 * - `place` counts from 1.
 * - `rule` is the rule that puts the song before the next song of the list.
 * - `by`: the person with the oldest up-vote for the song; null without an up-vote.
 * - `overtaken`: how often another song was chosen first; this can happen at most `bound` times (V4).
 * - `playsAt`: the expected start in server epoch milliseconds; null if the song would not play or nothing plays now.
 * - `playsOverdue`: the song is expected to play because it was overtaken `bound` times (V4).
 * - `refusedBy`, `refusedRule`: the item of the flavor or the rule of the host that refuses the song (F3, H5).
 */
export const SongPlace = z.object({
  place: z.int(),
  rule: z.enum(['overdue', 'score', 'turn', 'first-vote', 'last', 'negative', 'zero', 'refused']),
  by: z.nullable(PublicUser),
  overtaken: z.int(),
  bound: z.int(),
  playsAt: z.nullable(EpochMs),
  playsOverdue: z.optional(z.literal(true)),
  refusedBy: z.optional(FlavorItem),
  refusedRule: z.optional(SongRule),
  change: PlaceChange,
})
export type SongPlace = z.infer<typeof SongPlace>

export const Vote = z.object({
  song: Song,
  score: z.int(),
  upvotes: z.int(),
  downvotes: z.int(),
  /** Some of the people who voted for the song (U1), as indexes of the list `voters` next to `votes`. */
  voters: z.array(z.int()),
  why: SongPlace,
})
export type Vote = z.infer<typeof Vote>

export const VoteDirection = z.enum(['up', 'down', 'none'])
export type VoteDirection = z.infer<typeof VoteDirection>

/**
 * The body of a vote. With `vote`, the call sets the vote. Without it, the call toggles: the same direction removes the
 * vote, the other direction replaces it (V1).
 */
export const VoteBody = z.object({
  songID: z.string().check(z.minLength(1, 'required'), z.maxLength(100)),
  vote: z.optional(VoteDirection),
})

/** The answer of a vote. `waiting` means that the song waits until somebody approves it (H9). */
export const VoteAnswer = z.object({
  songID: z.string(),
  score: z.int(),
  upvotes: z.int(),
  downvotes: z.int(),
  vote: VoteDirection,
  waiting: z.optional(z.literal(true)),
})
export type VoteAnswer = z.infer<typeof VoteAnswer>

/**
 * The personal view: the part of a session that differs by user (D2). `added` counts the listed and waiting songs
 * that the user added (H3). `waiting` has the ids of the user's songs that wait for approval; it is missing if the
 * session asks for no approval (H9).
 */
export const You = z.object({
  role: Role,
  votes: z.record(z.string(), z.enum(['up', 'down'])),
  skip: z.boolean(),
  favorite: z.boolean(),
  added: z.int(),
  waiting: z.optional(z.array(z.string())),
})
export type You = z.infer<typeof You>

/**
 * The options that everyone sees. `version` increases when someone saves other options. Everyone sees the rules of
 * the host, because everyone must follow them. `chat` says whether the session has a chat (C4).
 */
const Setup = z.object({ skipPercent: z.int(), version: z.int(), chat: z.boolean(), rules: HostRules })

/** The shared view: the part of a session that is the same for everyone in it (D2). */
export const SharedSession = z.object({
  session: Session,
  nowPlaying: NowPlaying,
  next: z.nullable(NextSong),
  /** The first 50 people who are here now (S4). `activeCount` is the number of all. */
  active: z.array(PublicUser),
  activeCount: z.int(),
  /** The number of listeners: the active people who play sound or want to skip (K1). */
  listenerCount: z.int(),
  /** The percentage of listeners who want to skip. */
  skips: z.int(),
  setup: Setup,
  /**
   * The first 200 songs of the list. `voteCount` is the number of all. `GET /api/session/{ssid}/votes` returns the
   * rest.
   */
  votes: z.array(Vote),
  voteCount: z.int(),
  /** The people who voted. `votes[].voters` contains indexes of this list (U1). */
  voters: z.array(PublicUser),
  /**
   * The avatar colours of some people. Usually a person has the pair of colours that follows from the id (`pairOfId`).
   * This record contains only the people who got another pair, because somebody else already has these colours (U2).
   * Keys are user ids, values are numbers of `AVATAR_PAIRS`. Missing if there is no such person.
   */
  colours: z.optional(z.record(z.string(), z.int())),
  /**
   * How many songs wait until somebody approves them (H9). `version` changes whenever their list changes. Missing if
   * the session asks for no approval.
   */
  waiting: z.optional(z.object({ count: z.int(), version: z.int() })),
})
export type SharedSession = z.infer<typeof SharedSession>

/** A part of the vote list, which begins at the index `from` of the call, and the length of the whole list (D2). */
export const VotesPage = z.pick(SharedSession, { votes: true, voteCount: true, voters: true })
export type VotesPage = z.infer<typeof VotesPage>

/** The answer of `GET /api/session/{ssid}` (D2). */
export const SessionAnswer = z.extend(SharedSession, {
  /** `manager` is the role of the caller, in the words of the specification (section 3); null without a role. */
  setup: z.extend(Setup, { manager: z.nullable(z.enum(['owner', 'manager', 'operator', 'relate'])) }),
  you: You,
})
export type SessionAnswer = z.infer<typeof SessionAnswer>

/** Returns `setup.manager` for a role. It is null for `guest`, which means a person without a role. */
export const setupManager = (role: Role): SessionAnswer['setup']['manager'] =>
  role === 'guest' ? null : role

export const PlayAnswer = z.object({
  song: z.nullable(Song),
  pausedAt: z.optional(z.int()),
  startTime: z.nullable(EpochMs),
  nowTime: EpochMs,
  next: z.nullable(NextSong),
})
export type PlayAnswer = z.infer<typeof PlayAnswer>

/**
 * The body of a skip (K1).
 * - `wish`: whether the user wants to skip. If it is missing, the call turns the stored wish of the user into its
 * opposite.
 * - `songID`: the song to skip. If it does not play any more, the call is ignored.
 */
export const SkipBody = z.optional(
  z.object({ wish: z.optional(z.boolean()), songID: z.optional(z.string().check(z.maxLength(100))) }),
)
export const SkipAnswer = z.object({ skips: z.int(), wish: z.boolean(), skipped: z.boolean() })
export type SkipAnswer = z.infer<typeof SkipAnswer>

/**
 * A listener with songs for random mode (P2).
 * - `songs`: how many songs can be chosen now (P3).
 * - `picked`: how many of the last songs were chosen for this listener at random, and `voted`: how many by votes.
 * - `next`: whether the next song may be chosen for this listener. It is true for several listeners who have
 * waited equally long.
 */
export const MatcherListener = z.object({
  user: PublicUser,
  songs: z.int(),
  picked: z.int(),
  voted: z.int(),
  next: z.boolean(),
})
export type MatcherListener = z.infer<typeof MatcherListener>

/** A person without playlists. `picked` and `voted` count this person's last songs, as in `MatcherListener`. */
export const MatcherOther = z.extend(PublicUser, { picked: z.int(), voted: z.int() })
export type MatcherOther = z.infer<typeof MatcherOther>

/**
 * The songs for random mode by listener, and how turns were shared (D10, P2). The listener who gets the next song
 * comes first. At most 50 people with songs, and 50 people `without`, are named. Of the people without playlists, those
 * whose songs played come first.
 * - `picked` and `voted` count at most the last 50 songs, also those of people who left.
 */
export const Matcher = z.object({
  listeners: z.array(MatcherListener),
  listenerCount: z.int(),
  without: z.array(MatcherOther),
  withoutCount: z.int(),
  picked: z.int(),
  voted: z.int(),
})
export type Matcher = z.infer<typeof Matcher>

export const UpgradePlan = z.enum(['monthly', 'infinite'])
export type UpgradePlan = z.infer<typeof UpgradePlan>
