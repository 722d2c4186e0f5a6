import { expect, test } from './fixtures.ts'
import { words } from './words.ts'

/**
 * The limit for scripts of the first screen. `npm run bench -- bundle` has the same limit for gzip; the
 * browser here gets brotli, which is smaller.
 */
const MOST_BYTES = 130_000

// A browser that has loaded the app before has its scripts.
test.use({ hasNewBrowsers: true })

test('the first screen loads no script that only logged-in people need', async ({ browserOf }) => {
  const page = await browserOf('phone')
  const fetched: Promise<{ responseBodySize: number }>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') fetched.push(request.sizes())
  })
  await page.goto('/')
  await page.getByLabel(words.login.password, { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(fetched)
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(MOST_BYTES)
})
