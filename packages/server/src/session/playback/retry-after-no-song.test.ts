import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { saveOver } from '../../testing/managed-session.ts'
import {
  granted,
  openSession,
  openSessionFixture,
  type SessionFixture,
  type TestUser,
} from '../../testing/session-fixture.ts'

const LENGTH_MS = 180_000

let fixture: SessionFixture
let ann: TestUser
let ben: TestUser
let ssid: string

beforeAll(async () => {
  const [database] = databases
  if (!database) throw new Error('There is no database to test with')
  fixture = await openSessionFixture(database)
})
afterAll(() => fixture.close())

beforeEach(async () => {
  ann = await fixture.addUser('ann')
  ben = await fixture.addUser('ben')
  ssid = await openSession(ann, ben)
  await fixture.addSongs(['a', 'b', 'r1', 'r2'], LENGTH_MS)
  await up('a')
  await play()
})

const play = () => granted(ann.call('play', { params: { ssid } }))
const up = (songID: string) => granted(ann.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
const see = async (user: TestUser) => (await granted(user.call('session', { params: { ssid } }))).nowPlaying

it('P6 the music goes on when people without songs come back before those who have some', async () => {
  await fixture.loadSongs(ben, ['r1', 'r2'])
  await fixture.advanceClock(LENGTH_MS)
  await fixture.advanceClock(5_000)
  expect(await see(ann)).toMatchObject({ mode: 'passive', song: null })
  await see(ben)
  await fixture.advanceClock(1_000)
  expect((await see(ann)).mode).toBe('active')
})

it('P6 an announced song whose time passed while nobody was there is the last song', async () => {
  await up('b')
  for (let seconds = 0; seconds < 171; seconds += 19) {
    await fixture.advanceClock(19_000)
    await see(ann)
  }
  expect((await granted(ann.call('session', { params: { ssid } }))).next?.song.id).toBe('b')
  await fixture.loadSongs(ben, ['r1', 'r2'])
  await fixture.advanceClock(2 * LENGTH_MS - 171_000 + 5_000)
  expect(await see(ann)).toMatchObject({ mode: 'passive', song: null })
  await see(ben)
  await fixture.advanceClock(1_000)
  expect((await see(ann)).mode).toBe('active')
})

it('P5 P6 the session looks for a song if the clock of the server is set back and there is none to choose', async () => {
  fixture.clock.ms -= 3_600_000
  await see(ann)
  await fixture.advanceClock(0)
  expect(await see(ann)).toMatchObject({ mode: 'passive', song: null })
  await fixture.loadSongs(ben, ['r1', 'r2'])
  await see(ben)
  await fixture.advanceClock(1_000)
  expect((await see(ann)).mode).toBe('active')
})

it('P6 a session stops to look for a song two minutes after the end of the last one', async () => {
  for (let seconds = 0; seconds <= 320; seconds += 20) {
    await fixture.advanceClock(20_000)
    await see(ann)
  }
  await up('b')
  await fixture.advanceClock(2_000)
  expect((await see(ann)).mode).toBe('passive')
  expect((await play()).song?.id).toBe('b')
})

it('P2 P3 H5 a person whose only song may not be repeated yet is served as soon as it may', async () => {
  await fixture.addSongs(['only', 'x', 'y'])
  await fixture.loadSongs(ann, ['only'])
  await fixture.loadSongs(ben, ['x', 'y'])
  await granted(saveOver(ann, ssid, { noRepeat: 2 }))
  const played: (string | undefined)[] = []
  for (let count = 0; count < 5; count += 1) {
    await granted(ann.call('skip', { params: { ssid }, body: { wish: true } }))
    played.push((await see(ann)).song?.id)
  }
  expect(played).toEqual(['x', 'only', 'y', 'x', 'only'])
})
