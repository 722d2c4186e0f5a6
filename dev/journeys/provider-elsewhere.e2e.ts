import { signIn } from '../world/api-user.ts'
import { startProviderProcess } from '../world/provider-process.ts'
import { startWorld } from '../world/world.ts'
import { test as alone, expect } from './support/fixtures.ts'
import { playSong } from './support/first-sound.ts'
import { expectSound } from './support/hearing.ts'
import { enter, onboard } from './support/steps.ts'
import { words } from './support/words.ts'

/** A test with a server whose `SPOTIFY_*` settings name a built-in provider with another origin. */
const test = alone.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern here, even an empty one
  world: async ({}, use) => {
    const provider = await startProviderProcess(
      '--client',
      'an-app',
      '--redirect',
      'http://127.0.0.1/callback/spotify',
    )
    const world = await startWorld({
      SPOTIFY_CLIENT_ID: 'an-app',
      SPOTIFY_ACCOUNTS_BASE: `${provider.url}/spotify/accounts`,
      SPOTIFY_API_BASE: `${provider.url}/spotify/api/v1`,
      SPOTIFY_SDK_URL: `${provider.url}/spotify/sdk/spotify-player.js`,
    })
    await use(world)
    await world.close()
    await provider.stop()
  },
})

test('L1 P4 songs of a provider with another origin can be heard', async ({ world, people, browserOf }) => {
  const alice = await signIn(world.origin, people.alice)
  const page = await browserOf('desktop', alice)
  const blocked: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) blocked.push(message.text())
  })
  await enter(page)
  await onboard(page, 'Ann')
  await expect(page.getByText(words.home.getStarted)).toBeVisible()
  await page.goto(`/#/main/${await playSong(alice)}`)
  await page.getByRole('button', { name: words.player.play, exact: true }).click()
  await expectSound(page)
  expect(blocked).toEqual([])
})
