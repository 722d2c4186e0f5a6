import { writeFile } from 'node:fs/promises'
import { evaluate, ENTER, press, type, waitFor, type DrivenPage } from '../browsers/driven-page.ts'
import { launchFirefox, launchWebKit } from '../browsers/launch.ts'
import { findFirefox, findWebKitDriver } from '../setup/other-browsers.ts'
import { type ApiUser, granted, link, signIn } from '../world/api-user.ts'
import { hideLights } from './support/devices.ts'
import { expect, test } from './support/fixtures.ts'
import { listenIn } from './support/hearing.ts'
import { say, words } from './support/words.ts'

const browsers = [
  { name: 'Firefox', launch: launchFirefox, executablePath: findFirefox() },
  { name: 'WebKit', launch: launchWebKit, executablePath: findWebKitDriver() },
]

for (const { name, launch, executablePath } of browsers)
  test(`M8 G8 L15 V1 C5 a guest in ${name} hears a session, votes, searches, writes and leaves`, async ({
    world,
    people,
  }) => {
    test.skip(executablePath === null, `${name} is not installed`)
    const alice = await signIn(world.origin, people.alice)
    await link(world.origin, alice, people.alice.linkedAs)
    const { ssid, playing, listed } = await playSongs(alice)
    const page = await launch({ executablePath: executablePath ?? '', size: { width: 1280, height: 900 } })
    try {
      await page.goto(`${world.origin}/#/main/${ssid}`)
      await evaluate(page, listenIn)
      await evaluate(page, hideLights)
      await press(page, words.guest.listen)
      await expectSound(page)
      await expectText(page, playing)

      await press(page, say(words.session.votes.up, { title: listed }))
      await expectText(page, say(words.session.votes.counts, { up: 2, down: 0 }))

      await press(page, words.session.tabs.search)
      await press(page, words.session.search.label)
      await type(page, 'river')
      await expectControl(page, say(words.session.song.add, { title: '' }))

      await press(page, words.session.tabs.chat)
      await press(page, words.session.chat.field)
      await type(page, `From ${name}${ENTER}`)
      await expectText(page, `From ${name}`)

      await press(page, words.session.tabs.options)
      // The options move while they load, so a press may miss the button. Then the test presses again, as a person
      // does.
      await expect(async () => {
        const isElsewhere = () => evaluate(page, () => document.querySelector('[data-listening]') === null)
        if (await isElsewhere()) return
        await press(page, words.session.options.leave)
        expect(await isElsewhere()).toBe(true)
      }).toPass({ intervals: [2_000], timeout: 120_000 })
      expect(await page.errors()).toEqual([])
    } catch (error) {
      await writeFile(test.info().outputPath(`${name}.png`), await page.screenshot())
      throw error
    } finally {
      await page.close()
    }
  })

/** Creates a session that plays one song and has another one in its list. */
async function playSongs({ call }: ApiUser) {
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await call('createSession', { body }))
  granted(await call('session', { params: { ssid } }))
  const { data } = granted(await call('songs', { query: { query: 'light', ssid } }))
  const [first, second] = data
  for (const song of [first, second])
    granted(await call('voteUp', { params: { ssid }, body: { songID: song?.id ?? '', vote: 'up' } }))
  granted(await call('play', { params: { ssid } }))
  const { nowPlaying } = granted(await call('session', { params: { ssid } }))
  const isFirst = nowPlaying.song?.id === first?.id
  return { ssid, playing: nowPlaying.song?.title ?? '', listed: (isFirst ? second : first)?.title ?? '' }
}

async function expectText(page: DrivenPage, text: string): Promise<void> {
  await waitFor(page, `the text “${text}”`, (wanted) => document.body.innerText.includes(wanted), text)
}

async function expectControl(page: DrivenPage, start: string): Promise<void> {
  const isThere = (name: string) => document.querySelector(`button[aria-label^="${name}"]`) !== null
  await waitFor(page, `a button “${start}…”`, isThere, start)
}

/**
 * Waits until a page plays sound. The loudness is measured at the outputs of its audio graphs, of which some are silent.
 */
async function expectSound(page: DrivenPage): Promise<void> {
  await waitFor(page, 'sound', () =>
    (window.loudspeakers ?? []).some(({ analyser }) => {
      const samples = new Float32Array(analyser.fftSize)
      analyser.getFloatTimeDomainData(samples)
      return samples.some((sample) => Math.abs(sample) > 0.01)
    }),
  )
}
