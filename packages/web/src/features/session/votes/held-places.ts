import type { SessionView } from '../model/session-view.ts'

/**
 * Returns a new view whose songs have the places of the view before (D18). Their votes are the new ones. A song that
 * has left the list keeps its row, without votes (V1, V6), and a song that is new in the list has no row yet.
 */
export function withPlacesOf(before: SessionView, view: SessionView): SessionView {
  if (before === view) return view
  const { votes, next, waiting } = before.shared
  const rows = new Map(view.shared.votes.map((row) => [row.song.id, row]))
  // The places in `voters` belong to the list of people before (U1).
  const withoutVotes = { score: 0, upvotes: 0, downvotes: 0, voters: [] }
  const placed = votes.map((row) => rows.get(row.song.id) ?? { ...row, ...withoutVotes })
  return { ...view, shared: { ...view.shared, votes: placed, next, ...(waiting && { waiting }) } }
}
