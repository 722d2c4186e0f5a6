import type { Page } from '@playwright/test'
import { signInLinked } from '../world/api-user.ts'
import { playSong } from './support/first-sound.ts'
import { expect, test } from './support/fixtures.ts'
import { apartMs, expectSilence, expectSound, watchGaps } from './support/hearing.ts'
import { putInRoom } from './support/microphone.ts'
import { languages, say, words, wordsIn } from './support/words.ts'

const { calibration } = words

/** A silence of up to this many milliseconds is a part of the music and not an interruption. */
const longestGapMs = 400
/**
 * The tolerance for the measured delay between Alice's sound and Bob's sound. It is large enough for a busy machine.
 */
const toleranceMs = 60

test('Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 a phone measures two devices in a room, and a person corrects a late speaker by keyboard while the music plays', async ({
  world,
  people,
  browserOf,
}) => {
  const host = await signInLinked(world.origin, people.alice)
  const alice = await browserOf('desktop', host)
  const bob = await browserOf('phone', await signInLinked(world.origin, people.bob))
  await putInRoom(alice, [20, 202])
  const ssid = await playSong(host)
  for (const page of [alice, bob]) {
    await page.goto(`/#/main/${ssid}`)
    await page.getByRole('button', { name: words.player.play, exact: true }).click()
    await expectSound(page)
  }
  await measureRoom(alice, bob)
  await alice.keyboard.press('Escape')
  await correctByKeyboard(alice, bob)
})

/** Alice measures her device and the one of Bob, and Bob undoes his result. */
async function measureRoom(alice: Page, bob: Page): Promise<void> {
  const { room } = calibration
  await alice.getByRole('button', { name: calibration.title }).click()
  await alice.getByRole('button', { name: room.start }).click()
  await expect(alice.getByText(room.state.ready, { exact: true })).toHaveCount(1)
  await bob.getByRole('button', { name: room.accept }).click()
  await expect(alice.getByText(room.state.ready, { exact: true })).toHaveCount(2)

  // On a busy machine, the sound of the room may have gaps. Then the app shows no result, and Alice measures again.
  const done = alice.getByText(room.done)
  await expect(async () => {
    // The result of the press before may have come late. Then the button has another name.
    if (!(await done.isVisible()))
      await alice.getByRole('button', { name: room.measure }).click({ timeout: 5_000 })
    await expect(done).toBeVisible({ timeout: 40_000 })
  }).toPass()
  await expect(alice.getByText(room.reference)).toBeVisible()
  // The speaker of Bob is 182 ms later. The error is at most 3 ms.
  const result = await alice.getByText(/\+\d+\sms ±\s\d+/).innerText()
  const [, lateMs = 0, withinMs = 0] = (/\+(\d+)\sms ±\s(\d+)/.exec(result) ?? []).map(Number)
  expect(Math.abs(lateMs - 182)).toBeLessThanOrEqual(3)
  expect(withinMs).toBeLessThanOrEqual(3)
  await expect(bob.getByText(calibration.used).first()).toBeVisible()
  await bob.getByRole('button', { name: room.undo }).click()
  await expect(bob.getByText(calibration.used)).toHaveCount(0)
}

/** Bob corrects his device, and hears the correction at once. */
async function correctByKeyboard(alice: Page, bob: Page): Promise<void> {
  /** Waits until the sound of Bob is later than the sound of Alice by this many milliseconds. */
  const expectLater = (ms: number) =>
    expect
      .poll(async () => Math.abs(((await apartMs(alice, bob)) ?? Number.NaN) - ms))
      .toBeLessThan(toleranceMs)
  await expectLater(0)

  await bob.getByRole('button', { name: calibration.title }).click()
  const gap = await watchGaps(bob)
  const slider = bob.getByRole('slider', { name: calibration.slider })
  await slider.focus()
  for (let presses = 0; presses < 10; presses += 1) await slider.press('PageUp')
  await expect(slider).toHaveAttribute('aria-valuetext', say(calibration.earlier, { ms: '200' }))
  // Bob's sound is 200 ms earlier now, without a gap.
  await expectLater(-200)
  expect(await gap()).toBeLessThan(longestGapMs)

  // During the metronome, only its clicks are heard.
  await bob.getByRole('button', { name: calibration.metronome.start }).click()
  await expectSilence(bob)
  await bob.getByRole('button', { name: calibration.metronome.stop }).click()
  await expectSound(bob)

  await bob.getByRole('button', { name: calibration.reset }).click()
  await expectLater(0)
  await slider.press('ArrowRight')
  await bob.keyboard.press('Escape')
  await expect(bob.getByText(calibration.used).first()).toBeVisible()
  await expectTwoLines(bob)
}

/** Expects that the figure for the sync has at most two lines on a phone, in each language (Y3). */
async function expectTwoLines(phone: Page): Promise<void> {
  const figure = phone.getByText(new RegExp(`^${say(calibration.within, { ms: String.raw`\d+` })}$`))
  await figure.waitFor()
  for (const language of languages) {
    const { player, calibration: own } = await wordsIn(language)
    const texts = [own.within, player.listening.within].map((text) => say(text, { ms: 113 }))
    expect(await figure.evaluate(linesOf, texts), language).toEqual([2, 2])
  }
}

/** Counts the lines of each text in an element, and shows the earlier text again. This runs in the page. */
function linesOf({ firstChild }: Element, texts: readonly string[]): number[] {
  if (!firstChild) return []
  const before = firstChild.nodeValue
  const range = document.createRange()
  range.selectNode(firstChild)
  const counts = texts.map((text) => {
    firstChild.nodeValue = text
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  firstChild.nodeValue = before
  return counts
}
