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

/** `mode` is the session's own: random until upgraded, managed after. */
export const Session = z.object({
  id: Ssid,
  uuid: Ssid,
  title: z.string(),
  managed: z.boolean(),
  mode: z.enum(['random', 'managed']),
  policy: Policy,
  owner: PublicUser,
})
export type Session = z.infer<typeof Session>

/** `position = nowTime − startTime`; `mode` is `passive` and `song` null when nothing plays (P1, P7). */
export const NowPlaying = z.object({
  mode: z.enum(['active', 'passive']),
  song: z.nullable(Song),
  startTime: z.nullable(EpochMs),
  nowTime: EpochMs,
  /** Who the song was chosen for, and how. */
  by: z.nullable(PublicUser),
  chosen: z.nullable(z.enum(['vote', 'random'])),
})
export type NowPlaying = z.infer<typeof NowPlaying>

/** The announced song: chosen ten seconds before the end of the running one (P5). */
export const NextSong = z.object({ song: Song, startTime: EpochMs })

/**
 * What would change a song's place (V8), all else staying as it is; what does not apply is absent. `play`: so many more
 * up-votes and it can play at all. `rise`: the fewest more up-votes that take it above the song before it, and its place
 * then. `head`: the fewest that take it to the head. `turn`: it passes the song before it once that one's person was
 * served. `mostBefore`: no more songs of the list than these go before it, however others vote (V4).
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
 * Why a listed song stands where it stands, when it is likely to play, and what would change that (V8), as plain data;
 * the app words it. `place` counts from 1. `rule` is what decided against the song behind it. `overtaken` of `bound`
 * says how near the waiting bound (V4) is. `playsAt` is an estimate in server epoch milliseconds (a moment, not a
 * distance, so that the body stays true while nothing changes); null when it will not play as things stand, or nothing
 * runs. `playsOverdue` says that it goes first then because it has waited long enough (V4).
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

/** A bare `songID` toggles; `vote` sets (V1). */
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

/** What differs by person (D2). */
export const You = z.object({
  role: Role,
  votes: z.record(z.string(), z.enum(['up', 'down'])),
  skip: z.boolean(),
  favorite: z.boolean(),
})
export type You = z.infer<typeof You>

/** The part of a session that is the same for everyone inside: made once per change, answered and pushed alike. */
export const SharedSession = z.object({
  session: Session,
  nowPlaying: NowPlaying,
  next: z.nullable(NextSong),
  /** At most the first 50 of those here; `activeCount` is all of them. */
  active: z.array(PublicUser),
  activeCount: z.int(),
  skips: z.int(),
  /** `version` counts what was saved of the options: who has them open sees that there are newer ones (R4). */
  setup: z.object({ manager: z.nullable(PublicUser), skipPercent: z.int(), version: z.int() }),
  /** At most the first 200 of the list; `voteCount` is all of it, and the others are asked for. */
  votes: z.array(Vote),
  voteCount: z.int(),
})
export type SharedSession = z.infer<typeof SharedSession>

/** A part of the vote list, from a place on, and how long it is (D2). */
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
 * A bare call, with no body or an empty one, toggles; `wish` sets. With `songID` it is ignored when that song no longer
 * plays (K1).
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
 * Where a session's posters are (D3): addresses that carry their own permission, so that a new window can open them
 * without a token. They are good for a day.
 */
export const Share = z.object({
  link: z.string(),
  /** The QR code as SVG and as PNG. */
  qr: z.string(),
  qrPng: z.string(),
  /** The poster as PDF, for A4 and for Letter. */
  pdf: z.string(),
  pdfLetter: z.string(),
})
export type Share = z.infer<typeof Share>

/** Session options, as far as the person may see them (D3, R2): a section that is absent is not theirs. */
export const Options = z.object({
  version: z.int(),
  managed: z.boolean(),
  /** When a monthly upgrade ends, for the owner (R5); null without an end. */
  managedUntil: z.optional(z.nullable(EpochMs)),
  title: z.optional(z.string()),
  skipPercent: z.optional(z.int()),
  policy: z.optional(Policy),
  flavor: z.optional(Flavor),
  /** The owner stands first, fixed (R2). */
  mods: z.optional(z.array(Moderator)),
  banned: z.optional(z.array(Banned)),
  share: z.optional(Share),
})
export type Options = z.infer<typeof Options>

/**
 * What is to be saved: absent sections stay (R2). `mods` names everyone who is to be a moderator; the owner may stand
 * among them and stays the owner. What the answer of `GET` showed beside it (`username`, `managed`, `share`) is ignored.
 */
export const OptionsBody = z.object({
  version: z.int(),
  title: z.optional(Title),
  skipPercent: z.optional(z.int().check(z.gte(1, 'percent'), z.lte(100, 'percent'))),
  policy: z.optional(Policy),
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
 * One who brought songs for random mode: `songs` could be picked for them now (P3), and of the songs played last
 * `picked` were theirs at random and `voted` by votes. `next`: random mode serves them next (P2); where several have
 * waited alike it is one of those.
 */
export const MatchedListener = z.object({
  user: PublicUser,
  songs: z.int(),
  picked: z.int(),
  voted: z.int(),
  next: z.boolean(),
})
export type MatchedListener = z.infer<typeof MatchedListener>

/**
 * What random mode picks from, and how it was shared (D10, P2): the active listeners who brought songs, whoever is
 * served next first, and those who brought none. At most 50 of each are named; the counts are of all. `picked` and
 * `voted` together are the songs played last, at most 50, of everyone who was ever here.
 */
export const Matcher = z.object({
  listeners: z.array(MatchedListener),
  listenerCount: z.int(),
  without: z.array(PublicUser),
  withoutCount: z.int(),
  picked: z.int(),
  voted: z.int(),
})
export type Matcher = z.infer<typeof Matcher>

export const UpgradePlan = z.enum(['monthly', 'infinite'])
export type UpgradePlan = z.infer<typeof UpgradePlan>
