import { joinAsGuest, playSong, startAsHost } from './support/first-sound.ts'
import { openTab } from './support/steps.ts'
import { expect, test } from './support/fixtures.ts'
import { link, signIn } from '../world/api-user.ts'
import { words } from './support/words.ts'

// Each journey needs a new browser, as a new person has. `npm run bench -- first-sound` measures the times of these
// journeys, because here other tests run at the same time.
test.use({ hasNewBrowsers: true })

test('G8 L15 a guest hears a session two taps after they see its link, without typing', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signIn(world.origin, people.alice)
  await link(world.origin, alice, people.alice.linkedAs)
  const ssid = await playSong(alice)
  const page = await browserOf('phone')
  expect(await joinAsGuest(page, `/#/main/${ssid}`)).toMatchObject({ taps: 2, fields: 0 })

  // Everyone sees that this person is a guest. Anyone may choose the nickname of a guest.
  await openTab(page, 'social')
  await expect(page.getByText(words.guest.mark, { exact: true }).first()).toBeVisible()
})

test('L15 L16 a host hears music after seven clicks', async ({ browserOf }) => {
  expect(await startAsHost(await browserOf('desktop'))).toMatchObject({ taps: 7, fields: 4 })
})
