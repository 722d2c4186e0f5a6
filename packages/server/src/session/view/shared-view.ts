import type { SharedSession } from '@jointly/contract'
import { presentNextSong, presentNowPlaying } from '../../songs/played-song.ts'
import { findSession } from '../access/session-store.ts'
import type { SessionContext } from '../context.ts'
import { looksForSong } from '../playback/advance.ts'
import { countSkips } from '../playback/skip.ts'
import { loadPlayback } from '../playback/store.ts'
import { waitingCount } from '../votes/waiting-store.ts'
import type { AvatarColours } from './avatar-colours.ts'
import { loadVoteList, presentFirstVotes } from './vote-list.ts'

/** How many active users are shown by name. The others are only counted (D2). */
const SHOWN_USERS = 50

/** Makes the view of a session that everyone in it gets (D2). Null if the session does not exist. */
export async function makeSharedView(
  context: SessionContext,
  ssid: string,
  avatarColours: AvatarColours,
): Promise<SharedSession | null> {
  const { db, now, presence } = context
  const [session, playback, list] = await Promise.all([
    findSession(db, ssid, now()),
    loadPlayback(db, ssid),
    loadVoteList(db, ssid),
  ])
  if (!session) return null
  const activeCount = presence.count(ssid)
  const shownUsers = presence.first(ssid, SHOWN_USERS)
  const { next } = playback
  const playing = looksForSong(playback) ? null : playback.playing
  const alsoLoad = {
    songIds: [playing?.songId, next?.songId],
    userIds: [session.ownerId, playing?.byId, playing?.pausedBy, ...shownUsers],
  }
  const [{ skips, listenerCount }, { votes, voteCount, voters, loaded }] = await Promise.all([
    countSkips(context, ssid, playing),
    presentFirstVotes(context, { session, playback, list }, alsoLoad),
  ])
  const colours = await avatarColours.ofSession(ssid, [...shownUsers, ...voters.map(({ id }) => id)])
  const waiting = session.rules.approve ? await waitingCount(db, ssid) : null
  const owner = loaded.people.get(session.ownerId) ?? { id: session.ownerId, username: '' }
  return {
    session: {
      id: ssid,
      uuid: ssid,
      code: session.code,
      title: session.title,
      managed: session.managed,
      mode: session.managed ? 'managed' : 'random',
      policy: session.policy,
      owner,
    },
    nowPlaying: presentNowPlaying(playing, loaded, now()),
    next: presentNextSong(next, loaded.songs),
    active: shownUsers.flatMap((id) => loaded.people.get(id) ?? []),
    activeCount,
    listenerCount,
    skips,
    setup: {
      skipPercent: session.skipPercent,
      version: session.version,
      chat: session.chat,
      rules: session.rules,
    },
    votes,
    voteCount,
    voters,
    ...(waiting && { waiting }),
    // `peopleMessage` compares the JSON of this view with that of `withPeople`, which adds `colours` at the end. So
    // `colours` must be the last property here too.
    ...(Object.keys(colours).length > 0 && { colours }),
  }
}
