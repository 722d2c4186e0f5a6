import type { FlavorItem, SharedSession, Vote } from '@jointly/contract'
import { endOf, explainPlaces, forecastStarts, isOver, type Ledger, rankSongs } from '@jointly/domain'
import { type Known, presentNextSong, presentNowPlaying } from '../../library/played-song.ts'
import { songsByIds } from '../../library/songs.ts'
import { refusalsOf } from './flavor.ts'
import type { SessionDeps, ShownPlayback } from './ports.ts'
import { findSession, publicUsers, type StoredSession } from './store.ts'

/** How many of those active are named; the rest are counted (D2). */
const NAMED_LISTENERS = 50

type Listed = Awaited<ReturnType<SessionDeps['votes']['listed']>>

/** The part of a session that is the same for everyone inside (D2); null where there is none. */
export async function makeShared(deps: SessionDeps, ssid: string): Promise<SharedSession | null> {
  const session = await findSession(deps.db, ssid, deps.now())
  if (!session) return null
  const activeCount = deps.presence.count(ssid)
  const named = deps.presence.first(ssid, NAMED_LISTENERS)
  const [playback, ledger, listed, skips] = await Promise.all([
    deps.playback.load(deps.db, ssid),
    deps.playback.ledger(deps.db, ssid),
    deps.votes.listed(deps.db, ssid),
    deps.playback.skips(ssid),
  ])
  const known = await lookUp(deps, session, named, playback, listed)
  const refusals = await refusalsOf(deps.db, session, [...known.songs.values()])
  const owner = known.people.get(session.ownerId) ?? { id: session.ownerId, username: '' }
  return {
    session: {
      id: ssid,
      uuid: ssid,
      title: session.title,
      managed: session.managed,
      mode: session.managed ? 'managed' : 'random',
      policy: session.policy,
      owner,
    },
    nowPlaying: presentNowPlaying(playback.playing, known, deps.now()),
    next: presentNextSong(playback.next, known.songs),
    active: named.flatMap((id) => known.people.get(id) ?? []),
    activeCount,
    skips,
    setup: {
      manager: session.managed ? owner : null,
      skipPercent: session.skipPercent,
      version: session.version,
    },
    votes: presentVotes(listed, { activeCount, ledger }, known, refusals, nextStart(playback, deps.now())),
  }
}

async function lookUp(
  deps: SessionDeps,
  session: StoredSession,
  named: readonly string[],
  { playing, next }: ShownPlayback,
  listed: Listed,
): Promise<Known> {
  const songIds = [playing?.songId, next?.songId, ...listed.map(({ songId }) => songId)]
  const people = [session.ownerId, playing?.byId, ...named].concat(
    listed.map(({ behind }) => behind ?? undefined),
  )
  return {
    songs: await songsByIds(deps.db, distinct(songIds)),
    people: await publicUsers(deps.db, distinct(people)),
  }
}

/** When a song chosen from the list would start if all goes on as it is; null where nothing runs (V8). */
function nextStart({ playing, next }: ShownPlayback, now: number): number | null {
  if (playing === null || isOver(next ?? playing, now)) return null
  return endOf(next ?? playing)
}

function presentVotes(
  listed: Listed,
  standing: { activeCount: number; ledger: Ledger },
  { songs, people }: Known,
  refusals: ReadonlyMap<string, FlavorItem | null>,
  firstStart: number | null,
): Vote[] {
  const candidates = listed.flatMap((row) => {
    const song = songs.get(row.songId)
    return song ? [{ ...row, song, refused: refusals.has(row.songId), durationMs: song.duration }] : []
  })
  const ranked = rankSongs(candidates, standing)
  const places = explainPlaces(ranked, standing)
  const starts =
    firstStart === null ? new Map<string, number>() : forecastStarts(ranked, standing, firstStart)
  return ranked.flatMap(({ song, score, upvotes, downvotes }, index) => {
    const place = places[index]
    if (place === undefined) return []
    const refusedBy = refusals.get(song.id)
    const why = {
      ...place,
      by: (place.by !== null && people.get(place.by)) || null,
      playsAt: starts.get(song.id) ?? null,
      ...(refusedBy && { refusedBy }),
    }
    return [{ song, score, upvotes, downvotes, why }]
  })
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id): id is string => id !== null && id !== undefined))]
}
