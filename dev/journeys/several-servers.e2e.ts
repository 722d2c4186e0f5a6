import { type ApiUser, granted, signInLinked } from '../world/api-user.ts'
import { type SeveralServers, startSeveralServers } from '../world/several-servers.ts'
import { test as alone, expect } from './support/fixtures.ts'
import { expectSound } from './support/hearing.ts'
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
  const host = await signInLinked(world.origin, people.alice)
  const alice = await browserOf('desktop', host)
  const bob = await browserOf('phone', await signInLinked(world.origin, people.bob))
  const body = { title: 'Kitchen on two servers', managed: false, isPrivate: false }
  const { id: ssid } = granted(await host.call('createSession', { body }))
  for (const page of [alice, bob]) await page.goto(`/#/main/${ssid}`)
  await expect(bob.getByText('Kitchen on two servers').first()).toBeVisible()
  // The title does not wait for the live connection.
  await expect.poll(() => world.liveConnections.size).toBe(2)

  // Other journeys play the same songs, so the provider does not render them again.
  const [first, second] = [await addByCall(host, ssid, 'light'), await addByCall(host, ssid, 'river')]
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

/** Adds the first song that has a word in its title. @returns the title */
async function addByCall({ call }: ApiUser, ssid: string, word: string): Promise<string> {
  const { data } = granted(await call('songs', { query: { query: word, ssid } }))
  const song = data.find(({ title }) => title.toLowerCase().includes(word))
  granted(await call('voteUp', { params: { ssid }, body: { songID: song?.id ?? '', vote: 'up' } }))
  return song?.title ?? ''
}
