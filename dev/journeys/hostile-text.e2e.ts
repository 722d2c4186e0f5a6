import type { Locator, Page } from '@playwright/test'
import { granted, signInLinked } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { enter, openTab } from './support/steps.ts'
import { words } from './support/words.ts'

/** Its last word is too long for a narrow card. */
const hostile = `<img src="x" onerror="window.harm = 1"><b>${'Kitchen'.repeat(4)}</b>`

/** Checks that no part of a text has run as a script or can run later. */
async function expectHarmless(page: Page): Promise<void> {
  await expect(page.locator('[onerror], article script')).toHaveCount(0)
  expect(await page.evaluate(() => 'harm' in window)).toBe(false)
}

/** Checks that a text begins at the left edge of its element, whatever its direction. */
async function expectAtLeft(text: Locator): Promise<void> {
  const indentPx = await text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left - element.getBoundingClientRect().left
  })
  expect(indentPx).toBeLessThan(1)
}

test('S3 T1 D15 HTML in a title is plain text on every screen, including the timeline, and a long word fits into its card', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signInLinked(world.origin, people.alice)
  const { id: ssid } = granted(
    await alice.call('createSession', { body: { title: hostile, managed: false, isPrivate: false } }),
  )
  granted(await alice.call('session', { params: { ssid } }))
  const { data } = granted(await alice.call('songs', { query: { query: 'light', ssid } }))
  const songID = data[0]?.id ?? ''
  granted(await alice.call('voteUp', { params: { ssid }, body: { songID, vote: 'up' } }))
  granted(await alice.call('play', { params: { ssid } }))

  const page = await browserOf('desktop', alice)
  await enter(page)
  await expect(page.getByText(hostile).first()).toBeVisible()
  await page.setViewportSize({ width: 620, height: 600 })
  const card = page.locator('main li a')
  await expect(card).toBeVisible()
  expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  for (const path of [`/main/${ssid}`, `/main/${ssid}/upgrade`, '/main/timeline']) {
    await page.goto(`/#${path}`)
    // The screen before shows the same text until the timeline has replaced it.
    if (path.endsWith('timeline'))
      await expect(page.getByRole('heading', { level: 1, name: words.timeline.title })).toBeVisible()
    await expect(page.locator('main').getByText(hostile).first()).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await expectHarmless(page)
  }
  await page.goto(`/#/main/${ssid}`)
  for (const tab of ['social', 'options'] as const) {
    await openTab(page, tab)
    await expectHarmless(page)
  }
})

test('T1 D11 a right-to-left title begins at the left, and HTML of a timeline description is shown, after the app has sanitised it again', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signInLinked(world.origin, people.alice)
  const page = await browserOf('phone', alice)
  const description = `<b>Three songs</b>${hostile}<script>window.harm = 1</script>`
  const title = 'מסיבה'
  const entry = {
    id: 'visit',
    ssid: null,
    title,
    description,
    startTime: Date.now(),
    songs: [],
    songCount: 0,
  }
  await page.route('**/api/timeline', (route) => route.fulfill({ json: [entry] }))
  await page.goto('/#/app/timeline')
  await expect(page.locator('article b').first()).toHaveText('Three songs')
  await expectHarmless(page)
  await expectAtLeft(page.getByRole('heading', { name: title }))
  const { id: ssid } = granted(
    await alice.call('createSession', { body: { title, managed: false, isPrivate: false } }),
  )
  await page.goto(`/#/app/${ssid}`)
  await expectAtLeft(page.getByRole('heading', { name: title, level: 1 }))
})
