import { signInLinked } from '../world/api-user.ts'
import { type SeveralServers, startSeveralServers } from '../world/several-servers.ts'
import { test as alone, expect } from './support/fixtures.ts'
import { expectSound } from './support/hearing.ts'
import { addSong, createSession, onboard, register, shareLink } from './support/steps.ts'
import { say, words } from './support/words.ts'

/** A test with two servers. Requests and live connections go to them in turn. */
const test = alone.extend<{ world: SeveralServers }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern here, even an empty one
  world: async ({}, use) => {
    const world = await startSeveralServers(2)
    alone.skip(world === null, 'no PostgreSQL or no Redis found')
    if (!world) return
    await use(world)
    await world.close()
  },
})

test('L1 S2 V1 P1 K2 two people on two servers without sticky sessions vote, hear the same song and skip it', async ({
  browserOf,
  people,
  world,
}) => {
  const alice = await browserOf('desktop')
  await register(alice, people.alice.username)
  await onboard(alice, 'Ann')
  await createSession(alice, 'Kitchen on two servers')
  const ben = await signInLinked(world.origin, people.bob)
  const bob = await browserOf('phone', ben)
  await bob.goto(await shareLink(alice))
  await expect(bob.getByText('Kitchen on two servers').first()).toBeVisible()
  // The title does not wait for the live connection.
  await expect.poll(() => world.liveConnections.size).toBe(2)

  const first = await addSong(alice, 'light')
  const second = await addSong(bob, 'river')
  await bob.keyboard.press('Escape')
  await bob.getByRole('button', { name: say(words.session.votes.up, { title: first }) }).click()
  await expect(alice.getByText(say(words.session.votes.counts, { up: 2, down: 0 }))).toBeVisible()

  await alice.getByRole('button', { name: words.player.play, exact: true }).click()
  await bob.getByRole('button', { name: words.player.play, exact: true }).click()
  for (const page of [alice, bob]) {
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
    await expectSound(page)
  }
  await bob.getByRole('button', { name: words.session.skip.wish }).click()
  for (const page of [alice, bob]) {
    await expect(page.getByRole('heading', { name: second })).toBeVisible()
    await expectSound(page)
  }
})
