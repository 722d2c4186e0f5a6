import * as z from 'zod/mini'
import { EpochMs, Ssid, Title, UserId } from '../primitives.ts'
import { FlavorItem, Song } from './song.ts'
import { PublicUser } from './user.ts'

export const Policy = z.enum(['strict', 'invite', 'link', 'free'])
export type Policy = z.infer<typeof Policy>

export const ModeratorLevel = z.enum(['manager', 'operator', 'relate'])
export const Role = z.enum(['owner', 'manager', 'operator', 'relate', 'guest'])
export type Role = z.infer<typeof Role>

export const NewSession = z.object({ title: Title, managed: z.boolean(), isPrivate: z.boolean() })
export type NewSession = z.infer<typeof NewSession>

/** `mode` is the mode of the session: random until the upgrade, managed after it. */
export const Session = z.object({
  id: Ssid,
  uuid: Ssid,
  /** The session code (J1); empty until the server gave the session one. */
  code: z.string(),
  title: z.string(),
  managed: z.boolean(),
  mode: z.enum(['random', 'managed']),
  policy: Policy,
  owner: PublicUser,
})
export type Session = z.infer<typeof Session>

/** `position = nowTime − startTime`. When nothing plays, `mode` is `passive` and `song` is null (P1, P7). */
export const NowPlaying = z.object({
  mode: z.enum(['active', 'passive']),
  song: z.nullable(Song),
  startTime: z.nullable(EpochMs),
  nowTime: EpochMs,
  /** The person for whom the song was chosen, and how it was chosen. */
  by: z.nullable(PublicUser),
  chosen: z.nullable(z.enum(['vote', 'random'])),
})
export type NowPlaying = z.infer<typeof NowPlaying>

/** The announced song. It is chosen ten seconds before the end of the song that plays (P5). */
export const NextSong = z.object({ song: Song, startTime: EpochMs })

/**
 * What would change the place of a song if nothing else changes (V8). What does not apply is absent. `play`: it needs
 * this many more up-votes before it can play. `rise`: the fewest more up-votes that take it above the song before it,
 * and its place then. `head`: the fewest that take it to the head. `turn`: it passes the song before it when the person
 * of that song is served. `mostBefore`: at most this many songs of the list play before it, however others vote (V4).
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
 * Why a listed song has its place, when it is likely to play, and what would change that (V8), as plain data for the
 * app's texts. `place` counts from 1. `rule` is what puts it before the next song. `overtaken` of `bound` says how
 * close the waiting bound is (V4). `playsAt` is an estimate in server epoch milliseconds; it is null when the song
 * would not play or nothing runs. It is a time and not a duration, so that the body does not change while nothing
 * happens. `playsOverdue` says that it goes first then because it waited long enough (V4).
 */
export const Why = z.object({
  place: z.int(),
  rule: z.enum(['overdue', 'score', 'turn', 'first-vote', 'last', 'negative', 'zero', 'refused']),
  by: z.nullable(PublicUser),
  overtaken: z.int(),
  bound: z.int(),
  playsAt: z.nullable(EpochMs),
  playsOverdue: z.optional(z.literal(true)),
  refusedBy: z.optional(FlavorItem),
  change: PlaceChange,
})
export type Why = z.infer<typeof Why>

export const Vote = z.object({
  song: Song,
  score: z.int(),
  upvotes: z.int(),
  downvotes: z.int(),
  why: Why,
})
export type Vote = z.infer<typeof Vote>

export const VoteDirection = z.enum(['up', 'down', 'none'])
export type VoteDirection = z.infer<typeof VoteDirection>

/** Without `vote` the call toggles; with it the call sets (V1). */
export const VoteBody = z.object({
  songID: z.string().check(z.minLength(1, 'required'), z.maxLength(100)),
  vote: z.optional(VoteDirection),
})

export const VoteAnswer = z.object({
  songID: z.string(),
  score: z.int(),
  upvotes: z.int(),
  downvotes: z.int(),
  vote: VoteDirection,
})
export type VoteAnswer = z.infer<typeof VoteAnswer>

/** The part of a session that differs from person to person (D2). */
export const You = z.object({
  role: Role,
  votes: z.record(z.string(), z.enum(['up', 'down'])),
  skip: z.boolean(),
  favorite: z.boolean(),
})
export type You = z.infer<typeof You>

/** The part of a session that is the same for everyone inside. It is made once per change, for answers and pushes. */
export const SharedSession = z.object({
  session: Session,
  nowPlaying: NowPlaying,
  next: z.nullable(NextSong),
  /** The first 50 people who are active; `activeCount` counts all. */
  active: z.array(PublicUser),
  activeCount: z.int(),
  skips: z.int(),
  /** The number of the last save of the options. People who edit them see that there is a newer version (R4). */
  setup: z.object({ manager: z.nullable(PublicUser), skipPercent: z.int(), version: z.int() }),
  /** The first 200 songs of the list; `voteCount` counts all. The others are fetched separately. */
  votes: z.array(Vote),
  voteCount: z.int(),
})
export type SharedSession = z.infer<typeof SharedSession>

/** A part of the vote list from a place on, and the length of the whole list (D2). */
export const VotesPage = z.pick(SharedSession, { votes: true, voteCount: true })
export type VotesPage = z.infer<typeof VotesPage>

/** `GET /api/session/{ssid}` (D2). */
export const SessionAnswer = z.extend(SharedSession, { you: You })
export type SessionAnswer = z.infer<typeof SessionAnswer>

export const PlayAnswer = z.object({
  song: z.nullable(Song),
  startTime: z.nullable(EpochMs),
  nowTime: EpochMs,
  next: z.nullable(NextSong),
})
export type PlayAnswer = z.infer<typeof PlayAnswer>

/**
 * Without a body or with an empty one the call toggles; `wish` sets. With `songID` the call is ignored when that song
 * no longer plays (K1).
 */
export const SkipBody = z.optional(
  z.object({ wish: z.optional(z.boolean()), songID: z.optional(z.string().check(z.maxLength(100))) }),
)
export const SkipAnswer = z.object({ skips: z.int(), wish: z.boolean(), skipped: z.boolean() })
export type SkipAnswer = z.infer<typeof SkipAnswer>

/** The song rules of a session (F2). */
export const Flavor = z.object({
  mode: z.enum(['blacklist', 'whitelist', 'disabled']),
  selected: z.array(FlavorItem).check(z.maxLength(500, 'length')),
})
export type Flavor = z.infer<typeof Flavor>

/** A person in a list of the options. */
export const Moderator = z.object({
  user_id: UserId,
  username: z.string(),
  level: z.enum(['owner', ...ModeratorLevel.options]),
})
export type Moderator = z.infer<typeof Moderator>

export const Banned = z.object({ user_id: UserId, username: z.string() })
export type Banned = z.infer<typeof Banned>

/**
 * The addresses of a session's posters (D3). They contain their own permission, so that a new window can open them
 * without a token. They are valid for a day.
 */
export const Share = z.object({
  link: z.string(),
  /** The short link with the code (J4). Only sessions that are open by link have one. */
  shortLink: z.optional(z.string()),
  /** The QR code as SVG and as PNG. */
  qr: z.string(),
  qrPng: z.string(),
  /** The poster as PDF, for A4 and for Letter. */
  pdf: z.string(),
  pdfLetter: z.string(),
})
export type Share = z.infer<typeof Share>

/** The session options that the person may see (D3, R2). Other sections are absent. */
export const Options = z.object({
  version: z.int(),
  managed: z.boolean(),
  /** When a monthly upgrade ends (R5), for the owner; null when it does not end. */
  managedUntil: z.optional(z.nullable(EpochMs)),
  title: z.optional(z.string()),
  skipPercent: z.optional(z.int()),
  policy: z.optional(Policy),
  /** Whether guests may enter (G5). */
  guests: z.optional(z.boolean()),
  flavor: z.optional(Flavor),
  /** The owner is the first entry and cannot be changed (R2). */
  mods: z.optional(z.array(Moderator)),
  banned: z.optional(z.array(Banned)),
  share: z.optional(Share),
})
export type Options = z.infer<typeof Options>

/**
 * The options to save. Absent sections do not change (R2). `mods` lists all moderators; it may include the owner, who
 * stays the owner. Other fields of the answer of `GET` (`username`, `managed`, `share`) are ignored.
 */
export const OptionsBody = z.object({
  version: z.int(),
  title: z.optional(Title),
  skipPercent: z.optional(z.int().check(z.gte(1, 'percent'), z.lte(100, 'percent'))),
  policy: z.optional(Policy),
  guests: z.optional(z.boolean()),
  flavor: z.optional(Flavor),
  mods: z.optional(
    z
      .array(z.object({ user_id: UserId, level: z.enum(['owner', ...ModeratorLevel.options]) }))
      .check(z.maxLength(100, 'length')),
  ),
  banned: z.optional(z.array(z.object({ user_id: UserId })).check(z.maxLength(1000, 'length'))),
})
export type OptionsBody = z.infer<typeof OptionsBody>

/**
 * A person who brought songs for random mode. `songs` can be picked for them now (P3). Of the songs that played last,
 * `picked` were theirs at random and `voted` by votes. `next`: random mode serves them next (P2); when several people
 * waited equally long, it is one of them.
 */
export const MatcherListener = z.object({
  user: PublicUser,
  songs: z.int(),
  picked: z.int(),
  voted: z.int(),
  next: z.boolean(),
})
export type MatcherListener = z.infer<typeof MatcherListener>

/**
 * What random mode picks from, and how the songs were shared (D10, P2): the active listeners with songs, the next one
 * to be served first, and the listeners without songs. At most 50 of each are named; the counts are of all. `picked`
 * and `voted` together count the songs that played last, at most 50, also of people who left.
 */
export const Matcher = z.object({
  listeners: z.array(MatcherListener),
  listenerCount: z.int(),
  without: z.array(PublicUser),
  withoutCount: z.int(),
  picked: z.int(),
  voted: z.int(),
})
export type Matcher = z.infer<typeof Matcher>

export const UpgradePlan = z.enum(['monthly', 'infinite'])
export type UpgradePlan = z.infer<typeof UpgradePlan>
