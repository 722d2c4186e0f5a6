import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { apartMs, expectSilence, expectSound } from './support/hearing.ts'
import {
  addSong,
  createSession,
  followLink,
  onboard,
  register,
  shareLink,
  watchText,
} from './support/steps.ts'
import { say, words } from './support/words.ts'

/**
 * Two pages play synchronously if the difference between them is at most this many milliseconds. The limit is high
 * enough for a busy machine.
 */
const inStepMs = 100
const hourMs = 3_600_000

test('L1 L4 S2 D8 D14 H8 V2 P1 P4 P7 K2 C1 C6 C11 T1 two people hear the song they voted for, skip it, and find both songs again', async ({
  people,
  browserOf,
}) => {
  const alice = await browserOf('desktop')
  const bob = await browserOf('phone')
  await setWallClock(bob, hourMs)

  await register(alice, people.alice.username)
  await onboard(alice, 'Ann')
  await createSession(alice, 'Kitchen on Friday')

  await followLink(bob, await shareLink(alice))
  await register(bob, people.bob.username)
  await onboard(bob, 'Ben')
  await expect(bob.getByText('Kitchen on Friday').first()).toBeVisible()

  const first = await addSong(alice, 'light')
  const second = await addSong(bob, 'river')
  // Escape closes the search, and the drawer shows the votes again.
  await bob.keyboard.press('Escape')
  await bob.getByRole('button', { name: say(words.session.votes.up, { title: first }) }).click()
  await expect(alice.getByText(say(words.session.votes.counts, { up: 2, down: 0 }))).toBeVisible()

  await alice.getByRole('button', { name: words.player.play, exact: true }).click()
  await bob.getByRole('button', { name: words.player.play, exact: true }).click()
  for (const page of [alice, bob]) await expect(page.getByRole('heading', { name: first })).toBeVisible()
  await expectInStep(alice, bob)
  for (const page of [alice, bob]) await expectForcedColors(page)

  // A wrong clock of the device changes nothing, because the player uses the server's clock.
  await bob.evaluate((aheadMs) => window.setWallClock(aheadMs), -hourMs)
  // On a busy machine, a server may answer too late. Then the button asks for another press.
  const { done, failed, idle } = words.player.sync
  const sync = bob.getByRole('button', { name: idle })
  let answer = ''
  while (answer !== done) {
    await expect(sync).toBeVisible()
    const untilAnswered = await watchText(bob, [done, failed])
    await sync.click()
    answer = await untilAnswered()
  }
  await expectInStep(alice, bob)

  // Alice pauses the music for both. Bob reads it at once, although the drawer covers his player.
  await bob.getByRole('tab', { name: words.session.tabs.chat }).click()
  await alice.getByRole('button', { name: words.session.pause.pause }).click()
  await expectOnTop(bob.getByText(say(words.people.notice.paused, { name: people.alice.username })))
  await bob.keyboard.press('Escape')
  const paused = say(words.session.pause.by, { name: people.alice.username })
  await expect(bob.getByText(paused)).toBeVisible()
  for (const page of [alice, bob]) await expectSilence(page)

  // One of two listeners is enough, because a skip needs 35 percent. The next song stays paused until Alice resumes.
  await bob.getByRole('button', { name: words.session.skip.wish }).click()
  for (const page of [alice, bob]) await expect(page.getByRole('heading', { name: second })).toBeVisible()
  await expect(bob.getByText(paused)).toBeVisible()
  await alice.getByRole('button', { name: words.session.pause.resume }).click()
  await expectInStep(alice, bob)

  // A reaction and a chat line reach the other person at once.
  await alice.getByRole('button', { name: words.session.react.fire }).click()
  await bob.getByRole('tab', { name: words.session.tabs.chat }).click()
  await bob.getByLabel(words.session.chat.field).fill('What a song!')
  await bob.keyboard.press('Enter')
  const unread = say(words.session.chat.unread_one, { count: 1 })
  await alice.getByRole('tab', { name: unread }).click()
  await expect(alice.getByText('What a song!', { exact: true })).toBeVisible()
  await expect(alice.getByRole('tab', { name: unread })).toHaveCount(0)
  await alice.keyboard.press('Escape')
  await bob.keyboard.press('Escape')

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
    // There is no button that loads older visits, because the first answer contains all visits (D6).
    await expect(page.getByText(words.timeline.end)).toBeVisible()
  }
})

/** Waits until both pages play the same position. */
async function expectInStep(alice: Page, bob: Page): Promise<void> {
  for (const page of [alice, bob]) await expectSound(page)
  const apart = async () => Math.abs((await apartMs(alice, bob)) ?? Number.POSITIVE_INFINITY)
  await expect.poll(apart).toBeLessThan(inStepMs)
}

/**
 * Checks that with forced colours the text *In sync* and the button next to it do not overlap, that pictures have an
 * edge, and that the field of the chat shows the focus (D14).
 */
async function expectForcedColors(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: words.player.sync.idle })
  await expect(button).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce', colorScheme: 'dark' })
  const overlapPx = await button.evaluate((element) => {
    const text = element.parentElement?.querySelector('span:not(:empty, .visually-hidden)')
    const range = document.createRange()
    range.selectNodeContents(text ?? element)
    return range.getBoundingClientRect().right - element.getBoundingClientRect().left
  })
  expect(overlapPx).toBeLessThanOrEqual(0)
  const borders = await page
    .getByRole('button', { name: say(words.session.hereShow_other, { count: 2 }) })
    .locator('> :not(.visually-hidden)')
    .evaluateAll((faces) => faces.map((face) => getComputedStyle(face).borderTopStyle))
  expect(borders).toEqual(['solid', 'solid'])
  await page.getByRole('tab', { name: words.session.tabs.chat }).click()
  await page.getByLabel(words.session.chat.field).focus()
  await expect(page.getByLabel(words.session.chat.field)).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce', colorScheme: 'dark' })
}

declare global {
  interface Window {
    setWallClock(aheadMs: number): void
  }
}

/** Sets the clock of a page wrong by this many milliseconds. The test can change the difference later. */
async function setWallClock(page: Page, aheadMs: number): Promise<void> {
  await page.addInitScript((firstAheadMs) => {
    const RightDate = Date
    let wrongMs = firstAheadMs
    window.setWallClock = (ms) => {
      wrongMs = ms
    }
    class WrongDate extends RightDate {
      constructor(...parts: [] | [number]) {
        super(parts.length === 0 ? RightDate.now() + wrongMs : parts[0])
      }
      static override now(): number {
        return RightDate.now() + wrongMs
      }
    }
    Object.assign(window, { Date: WrongDate })
  }, aheadMs)
}

/** Expects that no other element covers the text. It lets the text take presses, which notices do not. */
async function expectOnTop(text: Locator): Promise<void> {
  const isOnTop = (element: Element): boolean => {
    if (element instanceof HTMLElement) element.style.pointerEvents = 'auto'
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2) === element
  }
  await expect.poll(() => text.evaluate(isOnTop)).toBe(true)
}
