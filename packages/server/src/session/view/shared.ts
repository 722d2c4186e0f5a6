import type { SharedSession } from '@jointly/contract'
import { presentNextSong, presentNowPlaying } from '../../songs/played-song.ts'
import type { SessionDeps } from '../ports.ts'
import { findSession } from '../access/store.ts'
import { presentHead, readList } from './vote-list.ts'

/** How many of those active are named; the rest are counted (D2). */
const NAMED_LISTENERS = 50

/** The part of a session that is the same for everyone inside (D2); null where there is none. */
export async function makeShared(deps: SessionDeps, ssid: string): Promise<SharedSession | null> {
  const { db } = deps
  const [session, playback, list] = await Promise.all([
    findSession(db, ssid, deps.now()),
    deps.playback.load(db, ssid),
    readList(deps, ssid),
  ])
  if (!session) return null
  const activeCount = deps.presence.count(ssid)
  const named = deps.presence.first(ssid, NAMED_LISTENERS)
  const { playing, next } = playback
  const alsoNamed = {
    songIds: [playing?.songId, next?.songId],
    userIds: [session.ownerId, playing?.byId, ...named],
  }
  const [skips, { votes, voteCount, known }] = await Promise.all([
    deps.playback.skips(ssid, playing),
    presentHead(deps, session, playback, list, alsoNamed),
  ])
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
    nowPlaying: presentNowPlaying(playing, known, deps.now()),
    next: presentNextSong(next, known.songs),
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
