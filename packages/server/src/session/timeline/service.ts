import { TIMELINE_PAGE_ENTRIES, type TimelineEntry } from '@jointly/contract'
import type { Db } from '../../platform/db/tables.ts'
import { songsByIds } from '../../songs/songs.ts'
import { describeSongs } from './description.ts'
import { forgetBefore, heardBetween, insertHeard, insertVisits, visitsOf } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The provider's terms forbid keeping its content for ever (T2). */
const KEPT_MS = 30 * DAY_MS
export type TimelineDeps = {
  db: Db
  now: () => number
}

/** Songs that played in sessions while a person was there (T1, T2). */
export function createTimeline({ db, now }: TimelineDeps) {
  return {
    noteHeard: insertHeard,

    /** Begins visits, and adds the current song to their timelines. */
    async beginVisits(
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
      await insertHeard(db, { ssid, songId, startAt: startTime, userIds })
    },

    /**
     * A page of a person's visits, newest first, each with its songs, newest first (D6).
     *
     * @param before the `startTime` of the last entry of the page before, in epoch milliseconds
     */
    async page(userId: string, before: number | null): Promise<TimelineEntry[]> {
      const visits = await visitsOf(db, userId, before, TIMELINE_PAGE_ENTRIES)
      const [newest, oldest] = [visits[0], visits.at(-1)]
      if (!newest || !oldest) return []
      const heard = await heardBetween(db, userId, oldest.visitAt, newest.visitAt)
      const known = await songsByIds(db, [...new Set(heard.map(({ songId }) => songId))])
      return visits.map((visit) => {
        const played = heard
          .filter(({ ssid, visitAt }) => ssid === visit.ssid && visitAt === visit.visitAt)
          .flatMap(({ songId, startAt }) => {
            const song = known.get(songId)
            return song ? [{ ...song, start: startAt }] : []
          })
        return {
          id: `${visit.ssid}-${visit.visitAt}`,
          ssid: visit.isStanding ? visit.ssid : null,
          title: visit.title,
          description: describeSongs(played),
          startTime: visit.visitAt,
          songs: played,
        }
      })
    },

    /** Forgets what is older than 30 days (T2). */
    forgetOld: () => forgetBefore(db, now() - KEPT_MS),
  }
}

export type Timeline = ReturnType<typeof createTimeline>
