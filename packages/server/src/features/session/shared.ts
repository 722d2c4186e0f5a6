import type { SharedSession } from '@jointly/contract'
import { type Known, presentNextSong, presentNowPlaying } from '../../library/played-song.ts'
import { songsByIds } from '../../library/songs.ts'
import type { SessionDeps, ShownPlayback } from './ports.ts'
import { findSession, publicUsers, type StoredSession } from './store.ts'
import { presentVotes } from './vote-list.ts'

/** How many of those active are named; the rest are counted (D2). */
const NAMED_LISTENERS = 50

/** The part of a session that is the same for everyone inside (D2); null where there is none. */
export async function makeShared(deps: SessionDeps, ssid: string): Promise<SharedSession | null> {
  const session = await findSession(deps.db, ssid, deps.now())
  if (!session) return null
  const activeCount = deps.presence.count(ssid)
  const named = deps.presence.first(ssid, NAMED_LISTENERS)
  const [playback, skips] = await Promise.all([deps.playback.load(deps.db, ssid), deps.playback.skips(ssid)])
  const known = await lookUp(deps, session, named, playback)
  const { votes, voteCount } = await presentVotes(deps, session, playback, 0)
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
    votes,
    voteCount,
  }
}

async function lookUp(
  deps: SessionDeps,
  session: StoredSession,
  named: readonly string[],
  { playing, next }: ShownPlayback,
): Promise<Known> {
  return {
    songs: await songsByIds(deps.db, distinct([playing?.songId, next?.songId])),
    people: await publicUsers(deps.db, distinct([session.ownerId, playing?.byId, ...named])),
  }
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id): id is string => id !== null && id !== undefined))]
}
