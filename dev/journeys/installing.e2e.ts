import { chromiumFlags, findChromium } from '../setup/chromium.ts'
import { choosePlaylists, link, signIn } from '../world/api-user.ts'
import { expect, test } from './fixtures.ts'
import { enter } from './steps.ts'
import { words } from './words.ts'

test.use({
  serviceWorkers: 'allow',
  // Chromium's headless shell reports no installability errors.
  launchOptions: { executablePath: findChromium() ?? '', args: chromiumFlags },
})

test('the app can be installed, and opens offline', async ({ world, people, browserOf }) => {
  const alice = await signIn(world.origin, people.alice)
  await link(world.origin, alice, people.alice.linkedAs)
  await choosePlaylists(alice, 1)
  const page = await browserOf('phone', alice)
  await enter(page)
  await expect(page.getByText(words.home.getStarted)).toBeVisible()
  const browser = await page.context().newCDPSession(page)
  const { errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // A new browser context is private browsing, which cannot install apps. Only that problem is expected.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.reload()
  const away = page.getByText(new RegExp(`${words.state.offline}|${words.state.unreachable}`))
  await expect(away).toBeVisible()
  await expect(page.getByRole('link', { name: words.home.create })).toBeVisible()
  await page.context().setOffline(false)
  await expect(away).toBeHidden()
})
