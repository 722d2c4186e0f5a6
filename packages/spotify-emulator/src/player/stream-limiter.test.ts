import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { openMusicFolder } from '@jointly/music-folder'
import { wavFile } from '@jointly/music-folder/testing'
import type { AudioSource } from '@jointly/music-library'
import { expect, it, onTestFinished, vi } from 'vitest'
import { musicFolder } from '../testing/music-folder.ts'
import { startEmulator } from '../testing/test-emulator.ts'
import { toneLibrary, trackIdOf } from '../testing/tone-library.ts'
import { deviceIdOf, page } from '../testing/device.ts'
import { createStreamLimiter } from './stream-limiter.ts'

const sounds = (count: number) => Array.from({ length: count }, () => new PassThrough())

/** Creates a song of four bytes. The last two are read when `gate` resolves. */
const songUntil = (gate: Promise<void>): AudioSource => ({
  contentType: 'audio/wav',
  byteLength: 4,
  async *read() {
    yield new Uint8Array(2)
    await gate
    yield new Uint8Array(2)
  },
})

it('B6 a grant gets three streams at once, six more wait, another one is refused, and other grants are not delayed', async () => {
  const gate = Promise.withResolvers<void>()
  const emulator = await startEmulator({
    library: {
      ...toneLibrary(),
      open: async () => songUntil(gate.promise),
    },
  })
  const addressFor = async (person: string) => {
    const device = await page(emulator, (await emulator.link(person)).access_token, deviceIdOf('a'))
    return device.streamUrlOf(trackIdOf('Gold'))
  }
  const [greedy, other] = [await addressFor('ann'), await addressFor('ann')]
  const asked = Array.from({ length: 10 }, () => fetch(greedy))
  const refused = await Promise.any(
    asked.map(async (answer) => {
      const { status, headers } = await answer
      if (status !== 429) throw new Error('sent')
      return headers.get('retry-after')
    }),
  )
  expect(refused).toBe('1')
  expect((await fetch(other)).status).toBe(200)
  gate.resolve()
  const statuses = await Promise.all(asked.map(async (answer) => (await answer).status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 9 }, () => 200), 429])
})

it('B6 P8 after a restart, thirty people behind one address get their sound at once, with the same addresses', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'restart-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const before = await startEmulator({ dataDir })
  const addresses: string[] = []
  for (let person = 0; person < 30; person += 1) {
    const device = await page(before, (await before.link('ann')).access_token, deviceIdOf('a'))
    const address = await device.streamUrlOf(trackIdOf('Gold'))
    addresses.push(address.slice(before.origin.length))
  }
  await before.stop()
  const after = await startEmulator({ dataDir })
  const statuses = await Promise.all(
    addresses.flatMap((address) =>
      [0, 1000, 2000].map(async (from) => {
        const answer = await fetch(after.origin + address, {
          headers: { range: `bytes=${from}-${from + 999}` },
        })
        await answer.arrayBuffer()
        return answer.status
      }),
    ),
  )
  expect(statuses).toEqual(Array.from({ length: 90 }, () => 206))
})

it('B2 the streams of a grant stop when the grant ends', async () => {
  const emulator = await startEmulator({
    library: {
      ...toneLibrary(),
      open: async () => songUntil(new Promise<never>(() => undefined)),
    },
  })
  const { access_token, refresh_token: token = '' } = await emulator.link('ann')
  const device = await page(emulator, access_token, deviceIdOf('a'))
  const answer = await fetch(await device.streamUrlOf(trackIdOf('Gold')))
  expect(answer.status).toBe(200)
  const body = answer.arrayBuffer()
  await Promise.all([expect(body).rejects.toThrow('terminated'), emulator.revoke({ token })])
})

it('B6 a waiting request gets the next free place, or none after five seconds or when it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const limiter = createStreamLimiter()
  const first = sounds(3)
  for (const sound of first) expect(await limiter.acquire(1, sound)).toBe(true)
  const waiting = sounds(3)
  const [gone, next, late] = waiting.map((sound) => limiter.acquire(1, sound))
  waiting[0]?.destroy()
  expect(await gone).toBe(false)
  first[0]?.destroy()
  expect(await next).toBe(true)
  vi.advanceTimersByTime(5_000)
  expect(await late).toBe(false)
  for (const sound of [first[1], first[2], waiting[1]]) sound?.destroy()
  await new Promise((resolve) => setImmediate(resolve))
  for (const sound of sounds(3)) expect(await limiter.acquire(1, sound)).toBe(true)
})

it('B2 a waiting request is refused when the grant ends', async () => {
  const limiter = createStreamLimiter()
  const [first, second, third, waiting] = sounds(4)
  if (!first || !second || !third || !waiting) throw new Error('four sounds')
  for (const sound of [first, second, third]) expect(await limiter.acquire(1, sound)).toBe(true)
  const turn = limiter.acquire(1, waiting)
  limiter.end(1)
  expect(await turn).toBe(false)
})

it('B2 a request is refused if the grant ends while its file is opened', async () => {
  const [opening, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const library = toneLibrary()
  const emulator = await startEmulator({
    library: {
      ...library,
      async open(trackId) {
        opening.resolve()
        await gate.promise
        return library.open(trackId)
      },
    },
  })
  const { access_token, refresh_token: token = '' } = await emulator.link('ann')
  const device = await page(emulator, access_token, deviceIdOf('a'))
  const answer = fetch(await device.streamUrlOf(trackIdOf('Gold')))
  await opening.promise
  await emulator.revoke({ token })
  gate.resolve()
  expect((await answer).status).toBe(403)
})

it('B6 B17 a request gets no bytes of a file that replaced its file while it waited for a free stream', async () => {
  const musicDir = musicFolder({ 'song.wav': wavFile() })
  const folder = openMusicFolder({
    ...{ musicDir, people: new Map(), log: () => undefined },
    database: { sql: new DatabaseSync(':memory:'), transaction: (work) => work() },
  })
  onTestFinished(() => folder.close())
  await expect.poll(() => folder.catalogue().tracks.size).toBe(1)
  const [fileId = ''] = folder.catalogue().tracks.keys()
  const [opened, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const logged: string[] = []
  const emulator = await startEmulator({
    log: (_, message) => void logged.push(message),
    library: {
      ...toneLibrary(),
      async open(trackId) {
        if (trackId !== trackIdOf('Gold')) return songUntil(gate.promise)
        const source = await folder.open(fileId)
        opened.resolve()
        return source
      },
    },
  })
  const device = await page(emulator, (await emulator.link('ann')).access_token, deviceIdOf('a'))
  const [busy, song] = [
    await device.streamUrlOf(trackIdOf('Fjord')),
    await device.streamUrlOf(trackIdOf('Gold')),
  ]
  const streams = await Promise.all([busy, busy, busy].map((address) => fetch(address)))
  const bytesOf = async () => (await (await fetch(song)).arrayBuffer()).byteLength
  const waiting = bytesOf()
  await opened.promise
  writeFileSync(join(musicDir, 'song.wav'), wavFile({}, 2))
  gate.resolve()
  await expect(waiting).rejects.toThrow('fetch failed')
  for (const stream of streams) expect((await stream.arrayBuffer()).byteLength).toBe(4)
  expect(await bytesOf()).toBe(wavFile({}, 2).length)
  expect(logged).toEqual([])
})
