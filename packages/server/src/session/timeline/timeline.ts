import { setImmediate as nextTurn } from 'node:timers/promises'
import { TIMELINE_ENTRY_SONGS, TIMELINE_PAGE_ENTRIES, type TimelineEntry } from '@jointly/contract'
import type { Db } from '../../platform/db/tables.ts'
import { songsByIds } from '../../songs/songs.ts'
import type { SessionContext } from '../context.ts'
import { describeSongs } from './description.ts'
import {
  countPlayed,
  deletePlayedBefore,
  insertPlayed,
  insertVisits,
  lastPlayed,
  type Visit,
  visitsOf,
} from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/**
 * A timeline contains the songs of the last 30 days. Older songs are deleted, because the terms of the streaming service
 * do not allow storing its content for ever (T2).
 */
const STORED_MS = 30 * DAY_MS

/** Starts visits, and adds the running song to the timelines of the users (T1). */
export async function startVisits(
  db: Db,
  visits: {
    userIds: readonly string[]
    ssid: string
    title: string
    visitAt: number
    running: { songId: string; startTime: number } | null
  },
): Promise<void> {
  await insertVisits(db, visits)
  if (!visits.running) return
  const { ssid, userIds } = visits
  const { songId, startTime } = visits.running
  await insertPlayed(db, { ssid, songId, startAt: startTime, userIds })
}

/**
 * Returns a page of a user's visits with the songs of each, both in the order newest first (D6).
 * @param before the `startTime` of the last entry of the previous page, in epoch milliseconds; null for the first page
 */
export async function timelinePage(db: Db, userId: string, before: number | null): Promise<TimelineEntry[]> {
  const visits = await visitsOf(db, userId, before, TIMELINE_PAGE_ENTRIES)
  const entries: TimelineEntry[] = []
  for (const visit of visits) {
    // Each visit gets its own turn, because all together may have thousands of songs (O6).
    await nextTurn()
    entries.push(await presentVisit(db, userId, visit))
  }
  return entries
}

async function presentVisit(db: Db, userId: string, visit: Visit): Promise<TimelineEntry> {
  const played = await lastPlayed(db, userId, visit, TIMELINE_ENTRY_SONGS)
  const playedCount =
    played.length < TIMELINE_ENTRY_SONGS ? played.length : await countPlayed(db, userId, visit)
  const isWhole = playedCount === played.length
  const known = await songsByIds(db, [...new Set(played.map(({ songId }) => songId))])
  const songs = played.flatMap(({ songId, startAt }) => {
    const song = known.get(songId)
    return song ? [{ ...song, start: startAt }] : []
  })
  return {
    id: `${visit.ssid}-${visit.visitAt}`,
    ssid: visit.sessionExists ? visit.ssid : null,
    title: visit.title,
    description: describeSongs(songs, isWhole),
    startTime: visit.visitAt,
    songs,
    songCount: isWhole ? songs.length : playedCount,
  }
}

/** Deletes timeline entries that are older than 30 days (T2). */
export async function deleteOldVisits({ db, now }: Pick<SessionContext, 'db' | 'now'>): Promise<void> {
  await deletePlayedBefore(db, now() - STORED_MS)
}
