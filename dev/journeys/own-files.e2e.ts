import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteSound, readNotes } from '@jointly/music-folder/testing'
import { evaluate } from '../browsers/driven-page.ts'
import { launchFirefox, launchWebKit } from '../browsers/launch.ts'
import { findFirefox, findWebKitDriver } from '../setup/other-browsers.ts'
import { signInLinked } from '../world/api-user.ts'
import { startWorld } from '../world/world.ts'
import { expect, test as base } from './support/fixtures.ts'
import { expectSound } from './support/hearing.ts'
import { longMp3 } from './support/long-mp3.ts'
import { addSong, createSession, enter, openTab } from './support/steps.ts'
import { say, words } from './support/words.ts'

const rate = 48_000

// home-network.e2e.ts proves that two people hear a file of the operator in sync.
const test = base.extend<{ musicDir: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern here, even an empty one
  musicDir: async ({}, use) => {
    const musicDir = await mkdtemp(join(tmpdir(), 'journey-music-'))
    await use(musicDir)
    await rm(musicDir, { recursive: true })
  },
  world: async ({ musicDir }, use) => {
    await writeFile(join(musicDir, 'Long notes.mp3'), longMp3)
    await writeFile(join(musicDir, 'Cut notes.mp3'), longMp3)
    await writeFile(join(musicDir, 'Next notes.mp3'), longMp3)
    await writeFile(join(musicDir, 'Apple notes.m4a'), readNotes('notes.m4a'))
    await writeFile(join(musicDir, 'Variable notes.mp3'), readNotes('variable.mp3'))
    const world = await startWorld({ MUSIC_DIR: musicDir })
    await use(world)
    await world.close()
  },
})

test('B15 every second of an mp3 and of an m4a is at its place, the mp3 also in Firefox and WebKit', async ({
  world,
  people,
  browserOf,
}) => {
  const page = await browserOf('desktop', await signInLinked(world.origin, people.alice))
  await enter(page)
  await createSession(page, 'Kitchen with notes')
  await openTab(page, 'search')
  const addresses: string[] = []
  for (const title of ['Variable notes', 'Apple notes']) {
    await page.getByRole('searchbox', { name: words.session.search.label }).fill(title)
    // The test reads the address of the song from the request for its preview.
    const asking = page.waitForRequest(
      (request) =>
        /\/audio\/\w/.test(request.url()) && !addresses.some((known) => request.url().startsWith(known)),
    )
    await page.getByRole('button', { name: say(words.session.song.preview, { title }) }).click()
    addresses.push((await asking).url())
  }
  for (const address of addresses)
    await expectAtItsPlace((piece) => page.evaluate(decodePiece, piece), address)

  const [firefox, webKit] = [findFirefox(), findWebKitDriver()]
  test.skip(!firefox || !webKit, 'Firefox or WebKit is not installed')
  // Firefox and WebKitGTK decode an m4a only with libraries of the system, which are often not installed.
  const mp3 = addresses[0] ?? ''
  for (const [launch, executablePath] of [
    [launchFirefox, firefox],
    [launchWebKit, webKit],
  ] as const) {
    const other = await launch({ executablePath: executablePath ?? '', size: { width: 390, height: 844 } })
    try {
      await other.goto(world.origin)
      await expectAtItsPlace((piece) => evaluate(other, decodePiece, piece), mp3)
    } finally {
      await other.close()
    }
  }
})

test('B17 P8 refused parts of a song are loaded again, and after a file that was cut off a message is shown and the next song plays', async ({
  musicDir,
  world,
  people,
  browserOf,
}) => {
  const page = await browserOf('desktop', await signInLinked(world.origin, people.alice))
  await enter(page)
  await createSession(page, 'Kitchen with files')
  await openTab(page, 'search')
  // The parts of a long song are refused, because a slow machine may need longer for the next try than the cut song plays.
  await addSong(page, 'long')
  await addSong(page, 'cut')
  await addSong(page, 'next')
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

/** Decodes three seconds of a file with the notes in a browser, and expects each at its place in the song. */
async function expectAtItsPlace(
  decode: (piece: Piece) => ReturnType<typeof decodePiece>,
  address: string,
): Promise<void> {
  const song = noteSound(5, 4, rate)
  for (const second of [2, 0, 3]) {
    const { samples, fromSec } = await decode([address, second, rate])
    const places = Array.from({ length: 201 }, (_, index) => index - 100)
    const alike = places.map((late) => likeness(samples, song, Math.round(fromSec * rate) - late))
    const late = places[alike.indexOf(Math.max(...alike))] ?? Number.NaN
    expect(Math.max(...alike)).toBeGreaterThan(0.95)
    expect(Math.abs(late)).toBeLessThan(rate / 1000)
  }
}

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

/** The address of a song, the number of the piece, and the sample rate to which it is decoded. */
type Piece = readonly [url: string, index: number, sampleRate: number]

/** Loads and decodes one piece (a second) of a song, with the scripts of the player. This runs in the page. */
async function decodePiece([url, index, sampleRate]: Piece) {
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
