import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteSound, readNotes } from '@jointly/music-folder/testing'
import type { Page } from '@playwright/test'
import { signIn } from '../world/api-user.ts'
import { freePort } from '../world/free-port.ts'
import { people as everyone } from '../world/people.ts'
import { startWorld } from '../world/world.ts'
import { expect, test as base } from './support/fixtures.ts'
import { apartMs, expectSound } from './support/hearing.ts'
import { INSECURE_HOST } from './support/insecure-host.ts'
import { addSong, createSession, followLink, onboard, openTab, register, shareLink } from './support/steps.ts'
import { say, words } from './support/words.ts'

const inStepMs = 100
const rate = 48_000

/**
 * A song of 800 seconds: the frames of a short mp3, repeated. It is so long that no test reaches its end, also on a slow
 * machine.
 */
const longMp3 = Buffer.concat(Array.from({ length: 200 }, () => readNotes('untagged.mp3')))

// All tests of a worker share one server. With one server per test, six servers would run at once.
const test = base.extend<object, { musicDir: string }>({
  musicDir: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern here, even an empty one
    async ({}, use) => {
      const musicDir = await mkdtemp(join(tmpdir(), 'journey-music-'))
      await use(musicDir)
      await rm(musicDir, { recursive: true })
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ musicDir }, use) => {
      await writeFile(join(musicDir, 'Long notes.mp3'), longMp3)
      await writeFile(join(musicDir, 'Cut notes.mp3'), longMp3)
      await writeFile(join(musicDir, 'Apple notes.m4a'), readNotes('notes.m4a'))
      const port = await freePort()
      const world = await startWorld({
        PORT: String(port),
        PUBLIC_ORIGIN: `http://${INSECURE_HOST}:${port}`,
        REGISTRATION: 'open',
        MUSIC_DIR: musicDir,
      })
      // The host name exists only in Chromium, so this process uses the IP address.
      await use({ world, first: await signIn(`http://127.0.0.1:${port}`, everyone.dora) })
      await world.close()
    },
    { scope: 'worker' },
  ],
})

test('B15 two people hear an mp3 of the operator in sync, on the audio graph and over plain http', async ({
  people,
  browserOf,
}) => {
  const alice = await browserOf('desktop')
  const bob = await browserOf('phone')
  await register(alice, people.alice.username)
  expect(await alice.evaluate(() => window.isSecureContext)).toBe(false)
  await onboard(alice, 'Ann')
  await createSession(alice, 'Kitchen with files')
  await followLink(bob, await shareLink(alice))
  await register(bob, people.bob.username)
  await onboard(bob, 'Ben')
  await addSong(alice, 'long')
  await alice.getByRole('button', { name: words.player.play, exact: true }).click()
  await bob.getByRole('button', { name: words.player.play, exact: true }).click()
  // The test only hears the sound of audio graphs. So it fails if an audio element plays the song.
  for (const page of [alice, bob]) await expectSound(page)
  await expect.poll(async () => Math.abs((await apartMs(alice, bob)) ?? 1e9)).toBeLessThan(inStepMs)
  // Now the decoder comes from the cache of the browser.
  await bob.reload()
  await bob.getByRole('button', { name: words.player.play, exact: true }).click()
  await expectSound(bob)
})

test('B15 every second of an m4a is at its place', async ({ people, browserOf }) => {
  const page = await browserOf('desktop')
  await register(page, people.carla.username)
  await onboard(page, 'Cleo')
  await createSession(page, 'Kitchen with apples')
  await openTab(page, 'search')
  await page.getByRole('searchbox', { name: words.session.search.label }).fill('apple')
  // The test reads the address of the song from the request for its preview. A session also loads the announced song.
  const asking = page.waitForRequest(/\/audio\/\w/)
  await page.getByRole('button', { name: say(words.session.song.preview, { title: 'Apple notes' }) }).click()
  const address = (await asking).url()
  const song = noteSound(5, 4, rate)
  for (const second of [2, 0, 3]) {
    const { samples, fromSec } = await pieceOf(page, address, second)
    const places = Array.from({ length: 201 }, (_, index) => index - 100)
    const alike = places.map((late) => likeness(samples, song, Math.round(fromSec * rate) - late))
    const late = places[alike.indexOf(Math.max(...alike))] ?? Number.NaN
    expect(Math.max(...alike)).toBeGreaterThan(0.95)
    expect(Math.abs(late)).toBeLessThan(rate / 1000)
  }
})

test('B17 P8 refused parts are loaded again, and a file that was cut off plays to its end, then a message is shown, and the next song plays', async ({
  musicDir,
  people,
  browserOf,
}) => {
  const page = await browserOf('desktop')
  await register(page, people.alice.username)
  await onboard(page, 'Ann')
  await createSession(page, 'Kitchen with a cut')
  // The parts of a long song are refused, because a slow machine may need longer for the next try than the cut song plays.
  await addSong(page, 'long')
  await addSong(page, 'cut')
  // The file is cut to 10 seconds, after the library has read its length of 800 seconds.
  await truncate(join(musicDir, 'Cut notes.mp3'), Math.round(longMp3.length / 80))
  const isPiece = /packets=\d/
  await page.route(isPiece, (route) => route.fulfill({ status: 416 }))
  const refusing = page.waitForResponse(isPiece)
  await page.getByRole('button', { name: words.player.play, exact: true }).click()
  await refusing
  await page.unroute(isPiece)
  await expectSound(page)
  const skip = page.getByRole('button', { name: words.session.skip.wish })
  await skip.click()
  const message = page.getByText(words.player.trouble.broken)
  await expect(message).toBeVisible()
  await skip.click()
  await expect(message).toHaveCount(0)
  await expectSound(page)
})

/** The module of the player that decodes compressed files. */
type PacketModule = {
  openPacketSong(
    url: string,
    base: string,
    signal: AbortSignal,
    options: {
      context: () => BaseAudioContext
      fetchInTime: <T>(
        url: string,
        signal: AbortSignal,
        read: (response: Response) => Promise<T>,
      ) => Promise<T>
      pieceSec: number
      marginSec: number
    },
  ): Promise<{ piece(index: number): Promise<AudioBuffer> }>
}

/** Loads and decodes one piece (a second) of a song in a page, with the scripts of the player. */
function pieceOf(page: Page, address: string, second: number) {
  return page.evaluate(
    async ([url, index, sampleRate]) => {
      const base = new URL('/spotify/sdk/packets/', location.href).href
      const context = new OfflineAudioContext(1, sampleRate, sampleRate)
      const fetchInTime = <T>(file: string, signal: AbortSignal, read: (response: Response) => Promise<T>) =>
        fetch(file, { signal }).then(read)
      const options = { context: () => context, fetchInTime, pieceSec: 1, marginSec: 0.02 }
      const song = await import(`${base}song.js`).then(({ openPacketSong }: PacketModule) =>
        openPacketSong(url, base, new AbortController().signal, options),
      )
      const piece = await song.piece(index)
      return { samples: [...piece.getChannelData(0)], fromSec: Math.max(0, index - 0.02) }
    },
    [address, second, rate] as const,
  )
}

/** Calculates how similar a sound is to a part of a song: 1 if they are the same. */
function likeness(sound: readonly number[], song: Float32Array, from: number): number {
  let [product, power, songPower] = [0, 1e-9, 1e-9]
  for (let at = 0; at < sound.length; at += 3) {
    const [one, other] = [sound[at] ?? 0, song[from + at] ?? 0]
    product += one * other
    power += one * one
    songPower += other * other
  }
  return product / Math.sqrt(power * songPower)
}
