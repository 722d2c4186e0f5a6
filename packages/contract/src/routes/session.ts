import * as z from 'zod/mini'
import { Invitation, InvitationQuery } from '../entities/invitation.ts'
import { Options, OptionsBody } from '../entities/options.ts'
import { Invite, InviteBody } from '../entities/people.ts'
import {
  Matcher,
  ModeratorLevel,
  NewSession,
  PlayAnswer,
  SessionAnswer,
  SkipAnswer,
  SkipBody,
  UpgradePlan,
  VoteAnswer,
  VoteBody,
  VotesPage,
} from '../entities/session.ts'
import { Suggestions } from '../entities/song.ts'
import { Ssid, UserId } from '../primitives.ts'
import type { Route } from '../route.ts'
import { SESSION_PATH } from '../addresses.ts'
import { accountCall, EmptyAnswer, privateCall, publicCall } from './access.ts'

const BySsid = z.object({ ssid: Ssid })
const ByPerson = z.object({ ssid: Ssid, id: UserId })

/** Routes for sessions, their invites, votes and options. */
export const sessionRoutes = {
  invites: {
    ...privateCall('GET', '/api/invites/'),
    summary: 'Own, favorite and incoming sessions',
    answer: z.array(Invite),
  },
  invite: {
    ...accountCall('PUT', '/api/invite/'),
    summary: 'Invite a person into a session',
    body: InviteBody,
    answer: EmptyAnswer,
  },
  invitation: {
    ...publicCall('GET', '/api/invitation/'),
    summary: 'What an open session shows to people who have its link or its code',
    query: InvitationQuery,
    answer: Invitation,
  },
  createSession: {
    ...accountCall('POST', '/api/session/'),
    summary: 'Create a session',
    body: NewSession,
    answer: z.object({ id: Ssid }),
  },
  session: {
    ...privateCall('GET', SESSION_PATH),
    summary: 'Open a session',
    params: BySsid,
    /** `sound=off`: the client plays no sound, so its user does not count as a listener (K1). */
    query: z.optional(z.object({ sound: z.optional(z.literal('off')) })),
    answer: SessionAnswer,
  },
  deleteSession: {
    ...accountCall('DELETE', '/api/session/:ssid'),
    summary: 'Delete a session (owner)',
    params: BySsid,
    answer: EmptyAnswer,
  },
  play: {
    ...privateCall('POST', '/api/session/:ssid/play'),
    summary: 'The running song, or the next one when it has ended',
    params: BySsid,
    answer: PlayAnswer,
  },
  skip: {
    ...privateCall('PUT', '/api/session/:ssid/skip'),
    summary: 'Wish to skip the running song',
    params: BySsid,
    body: SkipBody,
    answer: SkipAnswer,
  },
  pause: {
    ...privateCall('PUT', '/api/session/:ssid/pause'),
    summary: 'Pause or resume the music for everyone',
    params: BySsid,
    body: z.object({ paused: z.boolean() }),
    answer: z.object({ paused: z.boolean() }),
  },
  options: {
    ...privateCall('GET', '/api/session/:ssid/options'),
    summary: 'Options, as far as the person may see them',
    params: BySsid,
    answer: Options,
  },
  saveOptions: {
    ...accountCall('POST', '/api/session/:ssid/options'),
    summary: 'Save options, all or nothing',
    params: BySsid,
    body: OptionsBody,
    answer: Options,
  },
  setBan: {
    ...accountCall('PUT', '/api/session/:ssid/people/:id/ban'),
    summary: 'Ban a person at once, or lift their ban',
    params: ByPerson,
    body: z.object({ banned: z.boolean() }),
    answer: Options,
  },
  setRole: {
    ...accountCall('PUT', '/api/session/:ssid/people/:id/role'),
    summary: 'Give a person a role at once, or take it away with null',
    params: ByPerson,
    body: z.object({ level: z.nullable(ModeratorLevel) }),
    answer: Options,
  },
  matcher: {
    ...privateCall('GET', '/api/session/:ssid/matcher'),
    summary: 'What random mode picks from',
    params: BySsid,
    answer: Matcher,
  },
  suggestions: {
    ...privateCall('GET', '/api/session/:ssid/suggestions'),
    summary: 'Songs to add, before anything is typed',
    params: BySsid,
    answer: Suggestions,
  },
  votes: {
    ...privateCall('GET', '/api/session/:ssid/votes'),
    summary: 'The vote list behind the part that the session shows, from a place on (counted from 0)',
    params: BySsid,
    query: z.object({ from: z.string().check(z.regex(/^\d{1,9}$/, 'from')) }),
    answer: VotesPage,
  },
  upgrade: {
    ...accountCall('POST', '/api/session/:ssid/upgrade'),
    summary: 'Make a session managed (owner)',
    params: BySsid,
    body: z.object({ plan: UpgradePlan }),
    answer: EmptyAnswer,
  },
  downgrade: {
    ...accountCall('POST', '/api/session/:ssid/downgrade'),
    summary: 'Make a managed session random again (owner)',
    params: BySsid,
    answer: EmptyAnswer,
  },
  favorite: {
    ...privateCall('PUT', '/api/session/:ssid/favorite'),
    summary: 'Star a session',
    params: BySsid,
    answer: EmptyAnswer,
  },
  unfavorite: {
    ...privateCall('DELETE', '/api/session/:ssid/favorite'),
    summary: 'Take the star away',
    params: BySsid,
    answer: EmptyAnswer,
  },
  voteUp: {
    ...privateCall('POST', '/api/vote/:ssid/up'),
    summary: 'Vote a song up',
    params: BySsid,
    body: VoteBody,
    answer: VoteAnswer,
  },
  voteDown: {
    ...privateCall('POST', '/api/vote/:ssid/down'),
    summary: 'Vote a song down',
    params: BySsid,
    body: VoteBody,
    answer: VoteAnswer,
  },
} as const satisfies Record<string, Route>
