import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteSound, readNotes } from '@jointly/music-folder/testing'
import type { Page } from '@playwright/test'
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
    const world = await startWorld({ MUSIC_DIR: musicDir })
    await use(world)
    await world.close()
  },
})

test('B15 B17 P8 every second of an m4a is at its place, refused parts are loaded again, and after a file that was cut off a message is shown and the next song plays', async ({
  musicDir,
  world,
  people,
  browserOf,
}) => {
  const page = await browserOf('desktop', await signInLinked(world.origin, people.alice))
  await enter(page)
  await createSession(page, 'Kitchen with files')
  await openTab(page, 'search')
  await page.getByRole('searchbox', { name: words.session.search.label }).fill('apple')
  // The test reads the address of the song from the request for its preview. A session also loads the announced song.
  const asking = page.waitForRequest(/\/audio\/\w/)
  await page.getByRole('button', { name: say(words.session.song.preview, { title: 'Apple notes' }) }).click()
  await expectAtItsPlace(page, (await asking).url())
  // The reload also ends the preview and its audio graph, so that only the player of the session makes sound below.
  await page.reload()

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

/** Decodes three seconds of `notes.m4a` in the page, and expects each at its place in the song. */
async function expectAtItsPlace(page: Page, address: string): Promise<void> {
  const song = noteSound(5, 4, rate)
  for (const second of [2, 0, 3]) {
    const { samples, fromSec } = await pieceOf(page, address, second)
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
