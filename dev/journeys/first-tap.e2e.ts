import { choosePlaylists, signInLinked } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSound, listen } from './support/hearing.ts'
import { say, words } from './support/words.ts'

test('H7 M8 P8 the button of a playlist starts a session with sound, and a tap brings back a blocked sound', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signInLinked(world.origin, people.alice)
  const [playlist] = await choosePlaylists(alice, 1)
  const page = await browserOf('phone', alice)
  await page.goto('/#/app/accounts')
  // This tap is the first one, so the browser has allowed no sound before.
  await page.getByRole('button', { name: say(words.account.start, { title: playlist?.title ?? '' }) }).click()
  await expectSound(page)
  // The sound begins before its play command arrives. A command that arrives after the stop below would start the sound
  // again, so the page must know the sound first.
  await expect(page.getByRole('button', { name: words.player.sync.idle }).first()).toBeVisible()

  // The browser stops the sound, as after a phone call.
  await page.evaluate(() => Promise.all((window.loudspeakers ?? []).map(({ context }) => context.suspend())))
  // A suspended audio graph returns its last samples again. So the music plays only when the samples change.
  const before = await listen(page)
  await page.getByRole('button', { name: words.player.unlock }).first().click()
  const playsOn = async () => {
    const now = await listen(page)
    return now !== null && String(now.samples) !== String(before?.samples)
  }
  await expect.poll(playsOn).toBe(true)
})

test('D17 a press counts, also if the icon of its link appears before the button is released', async ({
  world,
  people,
  browserOf,
}) => {
  const page = await browserOf('desktop', await signInLinked(world.origin, people.alice))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/IconDrawing-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/#/main')
  const create = page.getByRole('link', { name: words.home.create }).first()
  await create.hover()
  await page.mouse.down()
  release()
  await expect(create.locator('svg')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByLabel(words.edit.name)).toBeVisible()
})
