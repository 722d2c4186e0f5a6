import type { Page } from '@playwright/test'
import { granted, signInLinked } from '../world/api-user.ts'
import { playSong } from './support/first-sound.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSilence, expectSound, watchGaps } from './support/hearing.ts'
import { say, words } from './support/words.ts'

/** The title of the session of `playSong`. */
const title = 'Kitchen'
/** A silence of up to this many milliseconds is a part of the music and not an interruption. */
const longestGapMs = 400

const miniPlayer = (page: Page) => page.getByRole('region', { name: words.session.mini.label })
const play = (page: Page) => page.getByRole('button', { name: words.player.play, exact: true }).click()
const here = (page: Page, count: number) =>
  page.getByRole('button', {
    name: say(count === 1 ? words.session.hereShow_one : words.session.hereShow_other, { count }),
  })

test('M1 M2 M3 M4 M5 volume and mute are remembered, and music continues on other screens and after Back, until the person leaves', async ({
  world,
  people,
  browserOf,
}) => {
  const host = await signInLinked(world.origin, people.alice)
  const alice = await browserOf('desktop', host)
  const bob = await browserOf('phone', await signInLinked(world.origin, people.bob))
  const ssid = await playSong(host)
  for (const page of [alice, bob]) {
    await page.goto(`/#/main/${ssid}`)
    await play(page)
    await expectSound(page)
  }
  // On a slow machine, the next song may begin meanwhile. So the title is read again for each check.
  const song = async () => {
    const { nowPlaying } = granted(await host.call('session', { params: { ssid } }))
    return nowPlaying.song?.title ?? 'no song'
  }
  for (const page of [alice, bob])
    await expect(async () => expect(await page.title()).toContain(await song())).toPass()
  await muteAndReload(alice)

  const aliceGap = await watchGaps(alice)
  const bobGap = await watchGaps(bob)
  await browse(alice, [words.timeline.title, words.friends.title, words.settings.title])

  // On the phone, the Back button first lowers the drawer. After the drag, the drawer shows the votes.
  await dragDrawerUp(bob)
  await expect(bob.getByRole('button', { name: words.session.drawer.lower })).toBeVisible()
  await bob.goBack()
  await expect(bob.getByRole('button', { name: words.session.drawer.raise })).toBeVisible()
  await expect(here(bob, 2)).toBeVisible()
  await browse(bob, [words.timeline.title])
  // In the wider window, the app changes to the desktop layout.
  await bob.setViewportSize({ width: 1000, height: 900 })
  await expect(bob).toHaveURL(/#\/main/)
  await expect(async () => expect(await miniPlayer(bob).innerText()).toContain(await song())).toPass()
  await bob.setViewportSize({ width: 390, height: 844 })
  await expect(bob).toHaveURL(/#\/app/)
  for (const gap of [await aliceGap(), await bobGap()]) expect(gap).toBeLessThan(longestGapMs)

  await miniPlayer(bob).getByRole('link').click()
  await expect(here(bob, 2)).toBeVisible()
  await miniPlayer(alice)
    .getByRole('button', { name: say(words.session.mini.close, { title }) })
    .click()
  await expect(miniPlayer(alice)).toHaveCount(0)
  await expect(here(bob, 1)).toBeVisible()
  await expectSilence(alice)
  await expectSound(bob)
  await loseConnection(bob)
})

/** Takes the network away for a moment. The lowered drawer does not move when the banner about it comes and goes. */
async function loseConnection(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: words.session.drawer.title })
  await expect.poll(async () => (await drawer.boundingBox())?.y ?? 0).toBeGreaterThan(500)
  const tops = await drawer.evaluateHandle((element) => {
    const seen = new Set<number>()
    const look = () => {
      seen.add(Math.round(element.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  const banner = page.locator('[data-connection-banner]')
  await page.context().setOffline(true)
  await expect(banner).toBeVisible()
  await page.context().setOffline(false)
  await expect(banner).toHaveCount(0)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await tops.evaluate((seen) => [...seen])).toHaveLength(1)
}

/** Drags the drawer up from the lower edge, as with a finger. */
async function dragDrawerUp(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: words.session.drawer.title })
  const votes = drawer.getByRole('region', { name: words.session.votes.title })
  const top = async () => (await drawer.boundingBox())?.y ?? 0
  const from = await top()
  expect(from).toBeGreaterThan(500)
  expect((await votes.boundingBox())?.y).toBeLessThan(from + 60)
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: 195, y: from + 10 })
  for (const y of [550, 450, 350, 250, 150, 60]) await touch('touchMove', { x: 195, y })
  await touch('touchEnd')
  await finger.detach()
  await expect.poll(top).toBeLessThan(from - 200)
}

/** Opens some screens and goes back. The mini-player shows the session on each screen. */
async function browse(page: Page, screens: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: words.state.back }).click()
  await expect(miniPlayer(page)).toBeVisible()
  for (const screen of screens) {
    await page.getByRole('link', { name: screen, exact: true }).click()
    await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible()
    await expect(miniPlayer(page)).toBeVisible()
    await page.goBack()
  }
  await expect(miniPlayer(page).getByRole('button', { name: words.player.stop })).toBeVisible()
}

/** Turns the volume down and mutes the page. After a reload, both are the same. */
async function muteAndReload(page: Page): Promise<void> {
  const mute = page.getByRole('button', { name: words.player.volume.mute })
  const slider = page.getByRole('slider', { name: words.player.volume.level })
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', '95%')
  await mute.press('Enter')
  await expectSilence(page)

  await page.reload()
  await expect(mute).toHaveAttribute('aria-pressed', 'true')
  await expect(slider).toHaveValue('95')
  await play(page)
  await expect(page.getByRole('button', { name: words.player.stop })).toBeVisible()
  await mute.click()
  await expectSound(page)
}
