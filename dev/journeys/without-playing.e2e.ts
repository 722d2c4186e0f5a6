import { link, signIn } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { expectSound } from './support/hearing.ts'
import { addSong, createSession, enter } from './support/steps.ts'
import { say, words } from './support/words.ts'

test('L5 L15 someone joins, searches and votes on a phone without playing, and hears music two clicks after connecting later', async ({
  world,
  people,
  browserOf,
}) => {
  await link(world.origin, await signIn(world.origin, people.alice), people.alice.linkedAs)
  const page = await browserOf('phone', await signIn(world.origin, people.dora))
  await enter(page)
  await page.getByRole('button', { name: words.onboarding.without }).click()
  await createSession(page, 'Quiet corner')
  const title = await addSong(page, 'light')
  await expect(page.getByText(title).first()).toBeVisible()

  // On a phone, the open search covers the player, so it is closed. Then the account is linked inside the session.
  await page.keyboard.press('Escape')
  const address = page.url()
  const name = say(words.connect.continueAs, { name: people.dora.username })
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: words.player.play, exact: true }).click()
  await expectSound(page)
  expect(page.url()).toBe(address)
})
