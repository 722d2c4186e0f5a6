import type { Answer, OptionsBody } from '@jointly/contract'
import { openRules } from '@jointly/domain/testing/open-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSessionOfRoles, type RoleName, roleNames, saveOver } from '../../../testing/managed-session.ts'
import {
  granted,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../../testing/session-fixture.ts'

/** The names of the test people: one for each role, `plain` for a person without a role, and `guest` for a guest. */
const names = [...roleNames.filter((name) => name !== 'guest'), 'plain', 'guest'] as const
type Name = (typeof names)[number]
type State = 'managed' | 'unmanaged'

/** In a session that is not managed, only the owner has a role. */
const roleIn = (state: State, name: Name): RoleName =>
  name === 'owner' || (state === 'managed' && name !== 'plain') ? name : 'guest'
const hasRole = (role: RoleName): boolean => role !== 'guest'
const managing: readonly RoleName[] = ['owner', 'manager']
const pausing: readonly RoleName[] = [...managing, 'operator']

type Act = 'add' | 'addTwice' | 'voteDown' | 'addExplicit' | 'addLong' | 'addPlayed' | 'write'
type Option = Omit<OptionsBody, 'version'>

type TestedOption = keyof typeof openRules | 'fallback' | 'guests' | 'chat'
/** For each option: the change to save, what each person tries after it, and the result that the person gets. */
const table: Record<
  TestedOption,
  { change: Option; act: Act; gets: (role: RoleName, name: Name) => string }
> = {
  adding: { change: { adding: false }, act: 'add', gets: (role) => (hasRole(role) ? 'up' : 'locked') },
  approve: { change: { approve: true }, act: 'add', gets: (role) => (hasRole(role) ? 'up' : 'waits') },
  songsPerPerson: { change: { songsPerPerson: 1 }, act: 'addTwice', gets: () => 'limit' },
  downVotes: { change: { downVotes: false }, act: 'voteDown', gets: () => 'down-votes' },
  explicit: { change: { explicit: false }, act: 'addExplicit', gets: () => 'explicit' },
  maxMinutes: { change: { maxMinutes: 5 }, act: 'addLong', gets: () => 'length' },
  noRepeat: { change: { noRepeat: 1 }, act: 'addPlayed', gets: () => 'repeat' },
  fallback: { change: { fallback: null }, act: 'add', gets: () => 'up' },
  guests: {
    change: { guests: false },
    act: 'add',
    gets: (_, name) => (name === 'guest' ? 'no-guests' : 'up'),
  },
  chat: { change: { chat: false }, act: 'write', gets: () => 'chat-off' },
}

describe.each(['managed', 'unmanaged'] as const)(
  'every option by every role in a session that is %s',
  (state) => {
    let fixture: SessionFixture
    let people: Record<Name, TestUser>
    let ssid: string

    beforeAll(async () => {
      fixture = await openSessionFixture()
      await fixture.addSongs(names.flatMap((name) => [name, `${name}-2`]))
      await fixture.addSongs(['played', 'rude'])
      await fixture.addSongs(['long'], 600_000)
      await fixture.db.updateTable('songs').set({ explicit: 1 }).where('id', '=', 'rude').execute()
      const { people: byRole, ssid: opened } = await openSessionOfRoles(fixture)
      const { guest: plain, ...roles } = byRole
      people = { ...roles, plain, guest: await fixture.addUser('guest', { isGuest: true }) }
      ssid = opened
      if (state === 'unmanaged') await granted(people.owner.call('downgrade', { params: { ssid } }))
      await granted(people.guest.call('session', { params: { ssid } }))
      await granted(people.owner.call('voteUp', { params: { ssid }, body: { songID: 'played', vote: 'up' } }))
      await granted(people.owner.call('play', { params: { ssid } }))
    })
    afterAll(() => fixture.close())
    beforeEach(async () => {
      for (const table of ['votes', 'listed_songs', 'waiting_songs'] as const)
        await fixture.db.deleteFrom(table).where('session_id', '=', ssid).execute()
      await reset()
    })

    /** Sets a fallback playlist, so that saving `null` changes the option. */
    const setFallback = () =>
      fixture.db
        .updateTable('sessions')
        .set({ fallback_playlist: 'gone', fallback_title: 'Gone' })
        .where('id', '=', ssid)
        .execute()
    const reset = async () => {
      await granted(saveOver(people.owner, ssid, { ...openRules, guests: true, chat: true }))
      await setFallback()
    }
    const resultOf = async <T>(answer: Promise<Answer<T>>, present: (value: T) => string) => {
      const got = await answer
      if (got.ok) return present(got.value)
      return ('rule' in got.error && got.error.rule) || got.error.code
    }
    const vote = (user: TestUser, songID: string, direction: 'up' | 'down' = 'up') =>
      resultOf(
        user.call(direction === 'up' ? 'voteUp' : 'voteDown', {
          params: { ssid },
          body: { songID, vote: direction },
        }),
        (answer) => (answer.waiting ? 'waits' : answer.vote),
      )
    const acts: Record<Act, (name: Name) => Promise<string>> = {
      add: (name) => vote(people[name], name),
      async addTwice(name) {
        expect(await vote(people[name], name)).toBe('up')
        return vote(people[name], `${name}-2`)
      },
      voteDown: (name) => vote(people[name], name, 'down'),
      addExplicit: (name) => vote(people[name], 'rude'),
      addLong: (name) => vote(people[name], 'long'),
      addPlayed: (name) => vote(people[name], 'played'),
      write: (name) =>
        resultOf(
          people[name].call('addChatLine', {
            params: { ssid },
            body: { text: 'Hello', key: crypto.randomUUID() },
          }),
          () => 'ok',
        ),
    }

    it.each(Object.entries(table))(
      'H1 R1 %s is changed by owner and managers only',
      async (_, { change }) => {
        const { version } = await granted(people.owner.call('options', { params: { ssid } }))
        for (const name of names) {
          const mayChange = managing.includes(roleIn(state, name))
          const answer = mayChange
            ? await saveOver(people[name], ssid, change)
            : await people[name].call('saveOptions', { params: { ssid }, body: { version, ...change } })
          if (mayChange) {
            expect(answer).toMatchObject({ ok: true, value: change })
            await reset()
          } else {
            const code = name === 'guest' ? 'guest' : 'forbidden'
            expect([name, answer]).toMatchObject([name, { status: 403, error: { code } }])
          }
        }
      },
    )

    it.each(Object.entries(table))(
      'H1 %s holds for each role as the table says',
      async (_, { change, act, gets }) => {
        await granted(saveOver(people.owner, ssid, change))
        for (const name of names)
          expect([name, await acts[act](name)]).toEqual([name, gets(roleIn(state, name), name)])
      },
    )

    it.each(Object.entries(table))('H1 without %s everyone votes and writes', async (_, { act }) => {
      if (act === 'addPlayed' || act === 'addExplicit' || act === 'addLong') {
        // All people use the same song, because everyone may vote for a listed song.
        for (const name of names) expect([name, await acts[act](name)]).toEqual([name, 'up'])
        return
      }
      const result = { add: 'up', addTwice: 'up', voteDown: 'down', write: 'ok' }[act]
      for (const name of names) expect([name, await acts[act](name)]).toEqual([name, result])
    })

    it('H8 the music is paused by owner, managers and operators only, and everyone votes meanwhile', async () => {
      for (const name of names) {
        const answer = await people[name].call('pause', { params: { ssid }, body: { paused: true } })
        if (pausing.includes(roleIn(state, name)))
          expect(answer).toMatchObject({ ok: true, value: { paused: true } })
        else expect([name, answer]).toMatchObject([name, { status: 403, error: { code: 'forbidden' } }])
      }
      for (const name of names) expect([name, await acts.add(name)]).toEqual([name, 'up'])
    })
  },
)
