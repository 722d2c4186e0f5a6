import type { FlavorItem, PublicUser, Song, Vote, VotesPage, Why } from '@jointly/contract'
import {
  endOf,
  type Expected,
  explainPlaces,
  forecastStarts,
  isOver,
  type Placing,
  type PlaceChange,
  rankSongs,
  whatChanges,
} from '@jointly/domain'
import { songFacts, songsByIds } from '../../library/songs.ts'
import { type Refusals, refusalsAmong } from './flavor.ts'
import type { SessionDeps, ShownPlayback } from './ports.ts'
import { publicUsers, type StoredSession } from './store.ts'

/** So many songs of the list are told of at once: as many as one person may have voted for (D2). */
const SONGS_SHOWN = 200

type Listed = Awaited<ReturnType<SessionDeps['votes']['listed']>>[number]
type Ranked = Listed & { refused: boolean; durationMs: number }

/**
 * A part of a session's vote list in its order, each song with why it stands there, when it is likely to play and what
 * would change that (V3, V8). The order and the moments come from the whole list; only the part is looked up and told.
 *
 * @param from the index of the first song told of
 */
export async function presentVotes(
  deps: SessionDeps,
  session: StoredSession,
  playback: ShownPlayback,
  from: number,
): Promise<VotesPage> {
  const { db } = deps
  const { ssid } = session
  const standing = {
    activeCount: deps.presence.count(ssid),
    ledger: await deps.playback.ledger(db, ssid),
  }
  const { songs, refusals } = await judgedList(deps, session)
  const ranked = rankSongs(songs, standing)
  const to = Math.min(ranked.length, from + SONGS_SHOWN)
  const shown = ranked.slice(from, to)
  const places = explainPlaces(ranked, standing)
  const changes = whatChanges(ranked, standing, from, to)
  const firstStart = nextStart(playback, deps.now())
  const expected =
    firstStart === null ? new Map<string, Expected>() : forecastStarts(ranked, standing, firstStart)
  const known = await songsByIds(
    db,
    shown.map(({ songId }) => songId),
  )
  const people = await publicUsers(db, [...new Set(shown.flatMap(({ behind }) => behind ?? []))])
  const votes = shown.flatMap((row, index): Vote[] => {
    const song = known.get(row.songId)
    const place = places[from + index]
    const change = changes[index]
    if (!song || !place || !change) return []
    const refusedBy = refusals.get(row.songId) ?? null
    return [presentVote(row, song, presentWhy(place, change, people, expected.get(row.songId), refusedBy))]
  })
  return { votes, voteCount: ranked.length }
}

/** The list with the lengths of its songs and what the flavor says; songs that are known no more are left out. */
async function judgedList(
  { db, votes }: SessionDeps,
  session: StoredSession,
): Promise<{ songs: Ranked[]; refusals: Refusals }> {
  const listed = await votes.listed(db, session.ssid)
  const ids = listed.map(({ songId }) => songId)
  const facts = await songFacts(db, ids)
  const refusals = await refusalsAmong(db, session, ids)
  const songs = listed.flatMap((row) => {
    const known = facts.get(row.songId)
    return known ? [{ ...row, refused: refusals.has(row.songId), durationMs: known.durationMs }] : []
  })
  return { songs, refusals }
}

/** When a song chosen from the list would start if all goes on as it is; null where nothing runs (V8). */
function nextStart({ playing, next }: ShownPlayback, now: number): number | null {
  if (playing === null || isOver(next ?? playing, now)) return null
  return endOf(next ?? playing)
}

function presentVote({ score, upvotes, downvotes }: Ranked, song: Song, why: Why): Vote {
  return { song, score, upvotes, downvotes, why }
}

function presentWhy(
  placing: Placing,
  change: PlaceChange,
  people: ReadonlyMap<string, PublicUser>,
  expected: Expected | undefined,
  refusedBy: FlavorItem | null,
): Why {
  return {
    ...placing,
    by: (placing.by !== null && people.get(placing.by)) || null,
    playsAt: expected?.startsAt ?? null,
    ...(expected?.overdue && { playsOverdue: true }),
    ...(refusedBy && { refusedBy }),
    change,
  }
}
