import { routes } from '@jointly/contract'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { type ApiUser, signIn } from '../world/api-user.ts'
import { type NamedPeople, peopleWithSuffix, people as everyone } from '../world/people.ts'
import { startWorld, type World } from '../world/world.ts'
import { listenIn } from './hearing.ts'

/** The two window sizes of the tests. */
export const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const
export type Viewport = keyof typeof viewports
export const sizes = ['phone', 'desktop'] as const satisfies Viewport[]

/** Opens a new browser for one person, as a phone or a desktop. With `person` they are logged in. */
export type BrowserOf = (viewport: Viewport, person?: ApiUser) => Promise<Page>

type Fixtures = {
  /** The server of the test: that of its worker, unless the test starts its own. */
  world: World
  /** The named people, with names that no other test of the worker uses. */
  people: NamedPeople
  /** The first person of the worker's server, with level 735 (A5). */
  first: ApiUser
  browserOf: BrowserOf
}

/** Starting a server and its provider takes as long as a short test, so the tests of a worker share them. */
type WorkerFixtures = { shared: { world: World; first: ApiUser } }

let testCount = 0

/** A test with its own people. A script error in any page makes it fail. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from the pattern
    async ({}, use) => {
      const world = await startWorld()
      await use({ world, first: await signIn(world.origin, everyone.dora) })
      await world.close()
    },
    { scope: 'worker' },
  ],
  world: async ({ shared }, use) => use(shared.world),
  first: async ({ shared }, use) => use(shared.first),
  // oxlint-disable-next-line no-empty-pattern -- as above
  people: async ({}, use) => use(peopleWithSuffix((testCount += 1))),
  browserOf: async ({ browser, world, serviceWorkers }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (viewport, person) => {
      const context = await browser.newContext({
        viewport: viewports[viewport],
        hasTouch: viewport === 'phone',
        baseURL: world.origin,
        // The processor draws animations here, which takes time from the sound.
        reducedMotion: 'reduce',
        colorScheme: 'dark',
        permissions: ['clipboard-read', 'clipboard-write'],
        serviceWorkers,
      })
      contexts.push(context)
      await context.addInitScript(listenIn)
      await context.addInitScript(hideLights)
      context.on('weberror', (error) => errors.push(String(error.error())))
      const page = await context.newPage()
      if (person) await storeToken(page, person)
      return page
    })
    for (const context of contexts) await context.close()
    expect(errors).toEqual([])
  },
})

/** Logs in with a stored token. Playwright's `storageState` would open another window for this. */
async function storeToken(page: Page, { token }: ApiUser): Promise<void> {
  await page.goto(routes.health.path)
  await page.evaluate((value) => localStorage.setItem('token', value), token)
}

/**
 * Hides the two large lights in the background. Without a graphics card, drawing them takes a quarter of the
 * time to open the app, and no journey tests them. Runs in the page before its own scripts.
 */
function hideLights(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '[aria-hidden] > span:empty::before, [aria-hidden] > span:empty::after { display: none !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

export { expect } from '@playwright/test'
