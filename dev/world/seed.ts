import { askFriend, befriend, choosePlaylists, granted, link, type ApiUser, signIn } from './api-user.ts'
import { people } from './people.ts'

/** The seeded server: its people, who are logged in, and the ids of its sessions. */
export type SeededWorld = {
  readonly people: Readonly<Record<keyof typeof people, ApiUser>>
  readonly sessions: readonly string[]
  /**
   * A managed session of Alice with a flavor (song rules). Bob is a manager of this session, and Carla is
   * banned from it.
   */
  readonly managed: string
}

/** The seeded sessions, with searches whose first results are the songs that get votes. */
const sessions = [
  { title: 'Kitchen on Friday', searches: ['light', 'river', 'night'] },
  { title: 'Long drive north', searches: ['sea', 'sun'] },
] as const

/** Creates four people with playlists and friends, and their sessions, through the API of an empty server. */
export async function seed(origin: string): Promise<SeededWorld> {
  const dora = await signIn(origin, people.dora)
  const alice = await signIn(origin, people.alice)
  const bob = await signIn(origin, people.bob)
  const carla = await signIn(origin, people.carla)
  const signedIn = { dora, alice, bob, carla }
  for (const name of ['alice', 'bob', 'carla'] as const) {
    await link(origin, signedIn[name], people[name].linkedAs)
    await choosePlaylists(signedIn[name], 2)
  }
  await befriend(alice, bob)
  await askFriend(carla, alice)
  const managed = await openManaged(alice, bob, carla)
  const opened: string[] = []
  for (const { title, searches } of sessions) {
    const { id: ssid } = granted(
      await alice.call('createSession', { body: { title, managed: false, isPrivate: false } }),
    )
    for (const guest of [alice, bob, carla]) granted(await guest.call('session', { params: { ssid } }))
    await vote(ssid, [alice, bob, carla], searches)
    opened.push(ssid)
  }
  return { people: signedIn, sessions: opened, managed }
}

async function openManaged(owner: ApiUser, manager: ApiUser, banned: ApiUser): Promise<string> {
  const { id: ssid } = granted(
    await owner.call('createSession', { body: { title: 'Late shift', managed: true, isPrivate: false } }),
  )
  const params = { ssid }
  granted(await owner.call('upgrade', { params, body: { plan: 'infinite' } }))
  for (const guest of [owner, manager, banned]) granted(await guest.call('session', { params }))
  const { version } = granted(await owner.call('options', { params }))
  const { data } = granted(await owner.call('songs', { query: { query: 'night', ssid } }))
  const [unwanted, other] = data
  const artist = unwanted?.artists[0]
  granted(
    await owner.call('saveOptions', {
      params,
      body: {
        version,
        mods: [{ user_id: manager.user.id, level: 'manager' }],
        banned: [{ user_id: banned.user.id }],
        flavor: {
          mode: 'blacklist',
          selected: [
            ...(artist?.id ? [{ kind: 'artist' as const, id: artist.id, name: artist.name }] : []),
            ...(other ? [{ kind: 'song' as const, id: other.id, title: other.title }] : []),
          ],
        },
      },
    }),
  )
  await vote(ssid, [owner, manager], ['river', 'light'])
  return ssid
}

/** Votes for songs. Each song gets one vote more than the next one, so that the order is certain. */
async function vote(ssid: string, voters: readonly ApiUser[], searches: readonly string[]): Promise<void> {
  const [first] = voters
  if (!first) return
  for (const [index, query] of searches.entries()) {
    const { data } = granted(await first.call('songs', { query: { query, ssid } }))
    for (const song of data.slice(0, 2)) {
      for (const voter of voters.slice(0, voters.length - index))
        granted(await voter.call('voteUp', { params: { ssid }, body: { songID: song.id, vote: 'up' } }))
    }
  }
}
