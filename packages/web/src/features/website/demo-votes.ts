/**
 * A song of the demo with its votes. `touched` is the direction of the newest vote if it was for this song,
 * otherwise null.
 */
export type DemoSong = { title: string; upvotes: number; downvotes: number; touched: 'up' | 'down' | null }

const start: readonly DemoSong[] = [
  { title: 'Nine Bridges', upvotes: 4, downvotes: 1, touched: null },
  { title: 'Halogen', upvotes: 3, downvotes: 1, touched: null },
  { title: 'Café del Sur', upvotes: 1, downvotes: 0, touched: null },
  { title: 'Slow Tide', upvotes: 1, downvotes: 1, touched: null },
]

/** The votes of the demo in the order in which they arrive. */
const script: readonly { title: string; vote: 'up' | 'down' }[] = [
  { title: 'Café del Sur', vote: 'up' },
  { title: 'Halogen', vote: 'up' },
  { title: 'Café del Sur', vote: 'up' },
  { title: 'Nine Bridges', vote: 'down' },
  { title: 'Slow Tide', vote: 'up' },
  { title: 'Café del Sur', vote: 'up' },
  { title: 'Slow Tide', vote: 'up' },
]

const score = (song: DemoSong) => song.upvotes - song.downvotes

/**
 * Returns the songs of the demo after a number of votes, the highest score first. After the last vote of the
 * script, the demo starts again.
 * @param step the number of votes since the demo began
 */
export function demoVotesAfter(step: number): DemoSong[] {
  const cast = script.slice(0, step % (script.length + 1))
  const last = cast.at(-1)
  const songs = start.map((song) => ({
    ...song,
    upvotes: song.upvotes + cast.filter(({ title, vote }) => title === song.title && vote === 'up').length,
    downvotes:
      song.downvotes + cast.filter(({ title, vote }) => title === song.title && vote === 'down').length,
    touched: last?.title === song.title ? last.vote : null,
  }))
  return songs.sort((a, b) => score(b) - score(a))
}
