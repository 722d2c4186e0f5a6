import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectSound } from './hearing.ts'
import { addSong, createSession, onboard, register, shareLink } from './steps.ts'
import { say, words } from './words.ts'

/** Two players that differ by less than this count as one: an echo, not another bar. Milliseconds. */
const inStepMs = 400

test('L1 L4 S2 D8 V2 P1 P4 K2 T1 two people hear the song they voted for, skip it, and find both songs again', async ({
  browserOf,
}) => {
  const alice = await browserOf('desktop')
  const bob = await browserOf('phone')

  await register(alice, 'alice')
  await onboard(alice, 'Ann')
  await createSession(alice, 'Kitchen on Friday')

  await bob.goto(await shareLink(alice))
  await expect(bob.getByRole('button', { name: words.login.login })).toBeVisible()
  await register(bob, 'bob')
  await onboard(bob, 'Ben')
  await expect(bob.getByText('Kitchen on Friday').first()).toBeVisible()

  const first = await addSong(alice, 'light')
  const second = await addSong(bob, 'river')
  // Escape leads from the search back to the votes, where the drawer covers them.
  await bob.keyboard.press('Escape')
  await bob.getByRole('button', { name: say(words.session.votes.up, { title: first }) }).click()
  await expect(alice.getByText(say(words.session.votes.counts, { up: 2, down: 0 }))).toBeVisible()

  await alice.getByRole('button', { name: words.player.play, exact: true }).click()
  await bob.getByRole('button', { name: words.player.play, exact: true }).click()
  for (const page of [alice, bob]) await expect(page.getByRole('heading', { name: first })).toBeVisible()
  await expectInStep(alice, bob)

  // Of two listeners one is half, and half is more than the threshold of 35 percent.
  await bob.getByRole('button', { name: words.session.skip.wish }).click()
  for (const page of [alice, bob]) await expect(page.getByRole('heading', { name: second })).toBeVisible()
  await expectInStep(alice, bob)

  const third = await addSong(alice, 'night')
  await alice.reload()
  await expect(alice.getByRole('heading', { name: second })).toBeVisible()
  await expect(
    alice.getByRole('button', { name: say(words.session.votes.up, { title: third }) }),
  ).toHaveAttribute('aria-pressed', 'true')

  for (const [page, shell] of [
    [alice, 'main'],
    [bob, 'app'],
  ] as const) {
    await page.goto(`/#/${shell}/timeline`)
    await expect(page.getByText(first).first()).toBeVisible()
    await expect(page.getByText(second).first()).toBeVisible()
    // One visit is not a whole page: there is nothing older to ask for (D6).
    await expect(page.getByText(words.timeline.end)).toBeVisible()
  }
})

/** Waits until both are heard, and at the same place of the song. */
async function expectInStep(alice: Page, bob: Page): Promise<void> {
  const apartMs = async () => {
    const [one, other] = [await expectSound(alice), await expectSound(bob)]
    return Math.abs(one.beganAt - other.beganAt)
  }
  await expect.poll(apartMs, { timeout: 40_000 }).toBeLessThan(inStepMs)
}
