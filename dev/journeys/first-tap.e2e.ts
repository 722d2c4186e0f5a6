import { choosePlaylists, granted, signIn, signInLinked } from '../world/api-user.ts'
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
  await expect(create.locator('svg')).toHaveCount(0)
  await page.mouse.down()
  release()
  await expect(create.locator('svg')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByLabel(words.edit.name)).toBeVisible()
})

test('D18 a vote counts for the song that was pressed, also if the list moves before the release', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signInLinked(world.origin, people.alice)
  const [bob, carla] = [await signIn(world.origin, people.bob), await signIn(world.origin, people.carla)]
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await alice.call('createSession', { body }))
  const params = { ssid }
  for (const each of [alice, carla]) granted(await each.call('session', { params }))
  const found = granted(await alice.call('songs', { query: { query: 'the' } })).data.slice(0, 5)
  const voteUp = async (person: typeof alice, songID: string) =>
    granted(await person.call('voteUp', { params, body: { songID, vote: 'up' } }))
  for (const { id } of found) await voteUp(alice, id)

  const page = await browserOf('desktop', bob)
  await page.goto(`/#/main/${ssid}`)
  const songs = granted(await bob.call('session', { params })).votes.map(({ song }) => song)
  const [pressed, last] = [songs.at(1), songs.at(-1)]
  if (!pressed || !last) throw new Error('the list has too few songs')
  await page.getByRole('button', { name: say(words.session.votes.up, { title: pressed.title }) }).hover()
  await page.mouse.down()
  // The last song passes the pressed one. The new title shows that the page knows it.
  await voteUp(carla, last.id)
  const { version } = granted(await alice.call('options', { params }))
  granted(await alice.call('saveOptions', { params, body: { version, title: 'Garden' } }))
  await expect(page.getByRole('heading', { name: 'Garden' })).toBeVisible()
  await page.mouse.up()
  const votes = async () => granted(await bob.call('session', { params })).you.votes
  await expect.poll(votes).toEqual({ [pressed.id]: 'up' })
  // After the press, the list shows the new order.
  await expect(page.locator('[data-flip]').nth(1)).toContainText(last.title)
})
