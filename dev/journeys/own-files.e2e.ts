import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNotes } from '@jointly/music-folder/testing'
import { chromiumFlags, findLightChromium } from '../setup/chromium.ts'
import { freePort } from '../world/free-port.ts'
import { startWorld } from '../world/world.ts'
import { expect, test as base } from './support/fixtures.ts'
import { apartMs, expectSound } from './support/hearing.ts'
import { addSong, createSession, followLink, onboard, register, shareLink } from './support/steps.ts'
import { words } from './support/words.ts'

/** An invented name that only this Chromium knows. Its pages over plain http are not secure. */
const NAME = 'jointly.test'
const inStepMs = 100

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from the pattern
  world: async ({}, use) => {
    const musicDir = await mkdtemp(join(tmpdir(), 'journey-music-'))
    // The frames of an mp3 can be repeated, which makes a song of 80 seconds here.
    const mp3 = Buffer.concat(Array.from({ length: 20 }, () => readNotes('untagged.mp3')))
    await writeFile(join(musicDir, 'Long notes.mp3'), mp3)
    const port = await freePort()
    const world = await startWorld({
      PORT: String(port),
      PUBLIC_ORIGIN: `http://${NAME}:${port}`,
      REGISTRATION: 'open',
      MUSIC_DIR: musicDir,
    })
    await use(world)
    await world.close()
    await rm(musicDir, { recursive: true })
  },
})
test.use({
  launchOptions: {
    executablePath: findLightChromium() ?? '',
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
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
  // Only the sound of audio graphs is measured, so an element would be silence here.
  for (const page of [alice, bob]) await expectSound(page)
  await expect.poll(async () => Math.abs((await apartMs(alice, bob)) ?? 1e9)).toBeLessThan(inStepMs)
})
