import { signInLinked } from '../world/api-user.ts'
import { expect, test } from './fixtures.ts'
import { apartMs, expectSound, listen, watchGaps } from './hearing.ts'
import { addSong, createSession, enter, shareLink } from './steps.ts'
import { say, words } from './words.ts'

const { calibration } = words

/** A pause of up to this many milliseconds counts as a part of the music. */
const longestGapMs = 400
/** The limit is high enough for a busy machine. */
const toleranceMs = 60

test('Y1 Y2 Y3 Y4 a person corrects a late speaker by keyboard while the music plays', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await browserOf('desktop', await signInLinked(world.origin, people.alice))
  const bob = await browserOf('phone', await signInLinked(world.origin, people.bob))
  await enter(alice)
  await createSession(alice, 'Kitchen with a speaker')
  await addSong(alice, 'light')
  await bob.goto(await shareLink(alice))
  for (const page of [alice, bob]) {
    await page.getByRole('button', { name: words.player.play, exact: true }).click()
    await expectSound(page)
  }
  /** Waits until the sound of Bob is later than that of Alice by this many milliseconds. */
  const expectLater = (ms: number) =>
    expect
      .poll(async () => Math.abs(((await apartMs(alice, bob)) ?? Number.NaN) - ms), { timeout: 45_000 })
      .toBeLessThan(toleranceMs)
  await expectLater(0)

  await bob.getByRole('button', { name: calibration.open }).click()
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
  await expect.poll(() => listen(bob)).toBeNull()
  await bob.getByRole('button', { name: calibration.metronome.stop }).click()
  await expectSound(bob)

  await bob.getByRole('button', { name: calibration.reset }).click()
  await expectLater(0)
  await slider.press('ArrowRight')
  await bob.keyboard.press('Escape')
  await expect(bob.getByText(calibration.used).first()).toBeVisible()
})
