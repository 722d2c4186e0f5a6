import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

const PER_PERSON = 20
const PER_SESSION = 500
const songs = Array.from({ length: PER_PERSON + 2 }, (_, index) => `song-${index}`)

describe.each(databases)('the number of songs that wait on $name', (factory) => {
  let fixture: SessionFixture
  let ann: TestUser
  let ben: TestUser
  let ssid: string

  beforeAll(async () => {
    fixture = await openSessionFixture(factory)
    await fixture.addSongs(songs)
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    ;[ann, ben] = [await fixture.addUser('ann'), await fixture.addUser('ben')]
    ssid = await openSession(ann, ben)
    await granted(saveOver(ann, ssid, { approve: true }))
  })

  const add = async (user: TestUser, place: number, vote: 'up' | 'none' = 'up') => {
    const answer = await user.call('voteUp', { params: { ssid }, body: { songID: songs[place] ?? '', vote } })
    return answer.ok ? 'ok' : answer.error.code
  }

  /** Stores `wishes` song wishes: new people wish for the first `PER_PERSON` songs each. */
  async function fill(wishes: number): Promise<void> {
    const people = Array.from({ length: wishes / PER_PERSON }, () => randomUUID())
    for (const id of people) {
      const person = { id, username: id, username_key: id, email: `${id}@example.org` }
      await fixture.db
        .insertInto('users')
        .values({ ...person, password_hash: '', level: 0, created_at: 0 })
        .execute()
      const rows = songs.slice(0, PER_PERSON).map((song_id) => ({ song_id, user_id: id }))
      await fixture.db
        .insertInto('waiting_songs')
        .values(rows.map((row) => ({ ...row, session_id: ssid, added_at: 0 })))
        .execute()
    }
  }

  it('H9 a person waits for at most twenty songs, also with many calls at once', async () => {
    const answers = await Promise.all(songs.map((_, place) => add(ben, place)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(PER_PERSON)
    expect(answers.filter((answer) => answer === 'too-many')).toHaveLength(2)
    const waits = (place: number) => answers[place] === 'ok'
    const [refused, waiting] = [answers.indexOf('too-many'), answers.findIndex((_, place) => waits(place))]
    expect(await add(ben, waiting, 'none')).toBe('ok')
    expect(await add(ben, refused)).toBe('ok')
    // The owner has no limit, because songs of the owner need no approval.
    expect(await add(ann, answers.lastIndexOf('too-many'))).toBe('ok')
  })

  it('H9 a session has at most a thousand wishes, and room again after a decision', async () => {
    await fill(PER_SESSION)
    expect(await add(ben, PER_PERSON)).toBe('too-many')
    expect(await add(ben, 0)).toBe('too-many')
    const params = { ssid, songID: songs[0] ?? '' }
    await granted(ann.call('approve', { params, body: { approved: false } }))
    expect(await add(ben, PER_PERSON)).toBe('ok')
  })
})
