import * as z from 'zod/mini'
import { History, HistoryId, NewPlaylist, SavedPlaylist } from '../entities/history.ts'
import { Friend, TimelineEntry } from '../entities/people.ts'
import { UserId } from '../primitives.ts'
import type { Route } from '../route.ts'
import { accountCall, privateCall } from './access.ts'

const ByHistoryId = z.object({ visit: HistoryId })

/** Routes for friends, the timeline, and the songs that played. */
export const peopleRoutes = {
  friends: {
    ...accountCall('GET', '/api/friends/'),
    summary: 'Friends and open requests',
    answer: z.array(Friend),
  },
  findFriends: {
    ...accountCall('POST', '/api/friends/find'),
    summary: 'Find people by the start of their username',
    body: z.object({ s: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(20)) }),
    answer: z.array(Friend),
  },
  changeFriend: {
    ...accountCall('POST', '/api/friends/change'),
    summary: 'Ask, accept, withdraw or remove',
    /**
     * With `wish` the call sets the state, so that a repeated call changes nothing. Without `wish` it reverses the
     * state. `wish: false` also declines a request (N1).
     */
    body: z.object({ friend: UserId, wish: z.optional(z.boolean()) }),
    answer: Friend,
  },
  timeline: {
    ...privateCall('GET', '/api/timeline'),
    summary: 'What played while the person was there, newest first',
    query: z.object({ before: z.optional(z.string().check(z.regex(/^\d{1,16}$/, 'before'))) }),
    answer: z.array(TimelineEntry),
  },
  history: {
    ...privateCall('GET', '/api/timeline/:visit'),
    summary:
      'How many songs of a visit, or of all visits to a session, can be saved, and where they are saved',
    params: ByHistoryId,
    answer: History,
  },
  saveHistory: {
    ...privateCall('POST', '/api/timeline/:visit/playlist'),
    summary:
      'Save the next songs, at most 100, in a private playlist at the streaming service; repeat while some remain',
    params: ByHistoryId,
    body: NewPlaylist,
    answer: SavedPlaylist,
  },
  historyM3u: {
    ...privateCall('GET', '/api/timeline/:visit/songs.m3u'),
    summary: 'What played, as an M3U playlist',
    params: ByHistoryId,
    answer: z.string(),
    mediaType: 'audio/x-mpegurl',
  },
  historyCsv: {
    ...privateCall('GET', '/api/timeline/:visit/songs.csv'),
    summary: 'What played, as a table for spreadsheets',
    params: ByHistoryId,
    answer: z.string(),
    mediaType: 'text/csv',
  },
} as const satisfies Record<string, Route>
