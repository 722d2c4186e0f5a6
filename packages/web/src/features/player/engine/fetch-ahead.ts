import type { Track } from './plan.ts'

/** Which song the player was last asked to fetch before its start (P5). */
export function createFetchAhead() {
  let last: { uri: string; startTime: number | null } | null = null
  const isLast = (uri: string | null, startTime: number | null) =>
    last !== null && last.uri === uri && last.startTime === startTime
  return {
    has: (track: Track | null): boolean => track !== null && isLast(track.uri, track.startTime),
    /** Fetches a song once. @param startTime server epoch milliseconds; null where it is not known yet */
    fetch(uri: string, startTime: number | null, fetchSong: (uri: string) => void): void {
      if (isLast(uri, startTime)) return
      last = { uri, startTime }
      fetchSong(uri)
    },
  }
}
