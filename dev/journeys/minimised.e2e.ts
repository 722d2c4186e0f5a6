import type { Page } from '@playwright/test'
import { signInLinked } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSound, listen, watchGaps } from './support/hearing.ts'
import { addSong, createSession, enter, shareLink } from './support/steps.ts'
import { say, words } from './support/words.ts'

const title = 'Kitchen on Saturday'
/** A silence of up to this many milliseconds is a part of the music and not an interruption. */
const longestGapMs = 400

const miniPlayer = (page: Page) => page.getByRole('region', { name: words.session.mini.label })
const here = (page: Page, count: number) =>
  page.getByRole('button', {
    name: say(count === 1 ? words.session.hereShow_one : words.session.hereShow_other, { count }),
  })

test('M1 M2 M3 M4 music continues on other screens and after Back, until the person leaves', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await browserOf('desktop', await signInLinked(world.origin, people.alice))
  const bob = await browserOf('phone', await signInLinked(world.origin, people.bob))
  await enter(alice)
  await createSession(alice, title)
  const song = await addSong(alice, 'light')
  await bob.goto(await shareLink(alice))
  await expect(bob.getByText(title).first()).toBeVisible()
  for (const page of [alice, bob]) {
    await page.getByRole('button', { name: words.player.play, exact: true }).click()
    await expectSound(page)
    await expect(page).toHaveTitle(new RegExp(song))
  }

  const aliceGap = await watchGaps(alice)
  const bobGap = await watchGaps(bob)
  await browse(alice)

  // On the phone, the Back button first lowers the drawer. After the drag, the drawer shows the votes.
  await dragDrawerUp(bob)
  await expect(bob.getByRole('button', { name: words.session.drawer.lower })).toBeVisible()
  await bob.goBack()
  await expect(bob.getByRole('button', { name: words.session.drawer.raise })).toBeVisible()
  await expect(here(bob, 2)).toBeVisible()
  await browse(bob)
  // In the wider window, the app changes to the desktop layout.
  await bob.setViewportSize({ width: 1000, height: 900 })
  await expect(bob).toHaveURL(/#\/main/)
  await expect(miniPlayer(bob)).toContainText(song)
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
  await expect.poll(() => listen(alice)).toBeNull()
  await expectSound(bob)
})

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
async function browse(page: Page): Promise<void> {
  await page.getByRole('link', { name: words.state.back }).click()
  await expect(miniPlayer(page)).toBeVisible()
  for (const screen of [words.timeline.title, words.friends.title, words.settings.title]) {
    await page.getByRole('link', { name: screen, exact: true }).click()
    await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible()
    await expect(miniPlayer(page)).toBeVisible()
    await page.goBack()
  }
  await expect(miniPlayer(page).getByRole('button', { name: words.player.stop })).toBeVisible()
}

test('M5 volume and mute are remembered, and a muted page is silent', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await browserOf('desktop', await signInLinked(world.origin, people.alice))
  await enter(alice)
  await createSession(alice, title)
  await addSong(alice, 'light')
  await alice.getByRole('button', { name: words.player.play, exact: true }).click()
  await expectSound(alice)

  const mute = alice.getByRole('button', { name: words.player.volume.mute })
  const slider = alice.getByRole('slider', { name: words.player.volume.level })
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', '95 %')
  await mute.press('Enter')
  await expect.poll(() => listen(alice)).toBeNull()

  await alice.reload()
  await expect(mute).toHaveAttribute('aria-pressed', 'true')
  await expect(slider).toHaveValue('95')
  await alice.getByRole('button', { name: words.player.play, exact: true }).click()
  await expect(alice.getByRole('button', { name: words.player.stop })).toBeVisible()
  await mute.click()
  await expectSound(alice)
})
