import { chromiumFlags, findLightChromium } from '../setup/chromium.ts'
import { freePort } from '../world/free-port.ts'
import { startWorld } from '../world/world.ts'

import { expect, test as base } from './support/fixtures.ts'
import { apartMs, expectSound } from './support/hearing.ts'
import {
  addSong,
  closeMessages,
  createSession,
  onboard,
  openTab,
  register,
  shareLink,
} from './support/steps.ts'
import { say, words } from './support/words.ts'

/**
 * An invented host name, which only this Chromium resolves. A page on localhost would be a secure context even over plain
 * http.
 */
const NAME = 'jointly.test'

/** Two pages are in step if they differ by at most this many milliseconds. */
const inStepMs = 100

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from the pattern
  world: async ({}, use) => {
    const port = await freePort()
    const world = await startWorld({
      PORT: String(port),
      PUBLIC_ORIGIN: `http://${NAME}:${port}`,
      REGISTRATION: 'open',
    })
    await use(world)
    await world.close()
  },
})
test.use({
  launchOptions: {
    executablePath: findLightChromium() ?? '',
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  },
})

test('J9 J4 J6 over plain http people join by code and link, vote, search and hear the same, and links can be copied', async ({
  people,
  world,
  browserOf,
}) => {
  const alice = await browserOf('desktop')
  const bob = await browserOf('phone')

  await register(alice, people.alice.username)
  expect(await alice.evaluate(() => window.isSecureContext)).toBe(false)
  await onboard(alice, 'Ann')
  await createSession(alice, 'Kitchen at home')

  expect(await shareLink(alice)).toContain(`${world.origin}/#/main/`)
  const short = await alice.getByLabel(words.session.social.shortLink, { exact: true }).inputValue()
  const code = short.split('/').at(-1) ?? ''
  await alice.getByRole('button', { name: words.session.social.copyShort }).click()
  await expect(alice.getByText(words.session.social.copied)).toBeVisible()
  await closeMessages(alice)

  await bob.goto('/#/join')
  await bob.getByLabel(words.code.label).fill(`${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase())
  await expect(bob.getByRole('heading', { name: 'Kitchen at home' })).toBeVisible()
  await register(bob, people.bob.username)
  await onboard(bob, 'Ben')
  await expect(bob.getByText('Kitchen at home').first()).toBeVisible()

  const song = await addSong(alice, 'light')
  await openTab(bob, 'search')
  await bob.keyboard.press('Escape')
  await bob.getByRole('button', { name: say(words.session.votes.up, { title: song }) }).click()
  await alice.getByRole('button', { name: words.player.play, exact: true }).click()
  await bob.getByRole('button', { name: words.player.play, exact: true }).click()
  for (const page of [alice, bob]) {
    await expect(page.getByRole('heading', { name: song })).toBeVisible()
    await expectSound(page)
  }
  const apart = async () => Math.abs((await apartMs(alice, bob)) ?? Number.POSITIVE_INFINITY)
  await expect.poll(apart, { timeout: 45_000 }).toBeLessThan(inStepMs)

  const carla = await browserOf('phone')
  await carla.goto(`/s/${code}`)
  await expect(carla.getByText(song)).toBeVisible()
  await expect(carla.getByText(say(words.invitation.people_other, { count: 2 }))).toBeVisible()

  await alice.goto('/#/main/settings/setup')
  await expect(alice.getByText(words.settings.setupInsecure)).toBeVisible()
})
