import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import type { SignedIn } from '../world/front-door.ts'
import { startWorld, type World } from '../world/world.ts'
import { listenIn } from './hearing.ts'

/** The two sizes every screen is made for. */
export const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const
export type Viewport = keyof typeof viewports
export const sizes = ['phone', 'desktop'] as const satisfies Viewport[]

/** Opens a browser of its own for one person, at the size of a phone or a desktop; in that of `person` they are logged in. */
export type BrowserOf = (viewport: Viewport, person?: SignedIn) => Promise<Page>

type Fixtures = {
  /** A server of the test's own, empty. */
  world: World
  browserOf: BrowserOf
}

/** A test with a world of its own; a script error in any page fails it. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from the pattern
  world: async ({}, use) => {
    const world = await startWorld()
    await use(world)
    await world.close()
  },
  browserOf: async ({ browser, world, serviceWorkers }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (viewport, person) => {
      const context = await browser.newContext({
        viewport: viewports[viewport],
        hasTouch: viewport === 'phone',
        baseURL: world.origin,
        // Motion is drawn by the processor here, and would take it from the sound.
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
        serviceWorkers,
        ...(person && { storageState: loggedIn(world.origin, person) }),
      })
      contexts.push(context)
      await context.addInitScript(listenIn)
      context.on('weberror', (error) => errors.push(String(error.error())))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(errors).toEqual([])
  },
})

/** A stored token is all that a logged-in browser has. */
const loggedIn = (origin: string, { token }: SignedIn) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'token', value: token }] }],
})

export { expect } from '@playwright/test'
