import { chromiumFlags, findChromium } from '../setup/chromium.ts'
import { signInLinked } from '../world/api-user.ts'
import { expect, test as plain } from './support/fixtures.ts'
import { enter } from './support/steps.ts'
import { words } from './support/words.ts'

const test = plain.extend({
  // This test starts its own Chromium, because the headless shell does not report why an app cannot be
  // installed.
  chromium: async ({ playwright }, use) => {
    const executablePath = findChromium() ?? ''
    const chromium = await playwright.chromium.launch({ executablePath, args: chromiumFlags })
    await use(chromium)
    await chromium.close()
  },
})

test.use({ serviceWorkers: 'allow', hasNewBrowsers: true })

test('W1 the app can be installed, opens offline, and has a manifest in the language of the page', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signInLinked(world.origin, people.alice)
  const page = await browserOf('phone', alice)
  await enter(page)
  await expect(page.getByText(words.home.getStarted)).toBeVisible()
  const browser = await page.context().newCDPSession(page)
  const { errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // The error `in-incognito` is expected: a new browser context is a private window, which cannot install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.reload()
  const away = page.getByText(new RegExp(`${words.state.offline}|${words.state.unreachable}`))
  await expect(away).toBeVisible()
  await expect(page.getByRole('link', { name: words.home.create })).toBeVisible()
  await page.context().setOffline(false)
  await expect(away).toBeHidden()

  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const german = await browser.send('Page.getAppManifest')
  expect([german.url, german.errors]).toEqual([`${world.origin}/de.webmanifest`, []])
  expect(JSON.parse(german.data ?? '')).toMatchObject({ lang: 'de', dir: 'ltr', id: '/' })
  const answer = await page.request.get(german.url)
  const { etag = '', ...headers } = answer.headers()
  expect(headers).toMatchObject({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
  const again = await page.request.get(german.url, { headers: { 'if-none-match': etag } })
  expect(again.status()).toBe(304)
})
