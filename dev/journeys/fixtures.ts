import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { startWorld, type World } from '../world/world.ts'

/** The two sizes every screen is made for. */
export const viewports = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
} as const
export type Viewport = keyof typeof viewports
export const sizes = ['phone', 'desktop'] as const satisfies Viewport[]

type Fixtures = {
  /** A server of the test's own, empty. */
  world: World
  /** A browser of its own for one person, at the size of a phone or a desktop. */
  browserOf(viewport: Viewport): Promise<Page>
}

/** A test with a world of its own; a script error in any page fails it. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from the pattern
  world: async ({}, use) => {
    const world = await startWorld()
    await use(world)
    await world.close()
  },
  browserOf: async ({ browser, world }, use) => {
    const contexts: BrowserContext[] = []
    const errors: string[] = []
    await use(async (viewport) => {
      const context = await browser.newContext({
        viewport: viewports[viewport],
        hasTouch: viewport === 'phone',
        baseURL: world.origin,
        // Motion is drawn by the processor here, and would take it from the sound.
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      contexts.push(context)
      context.on('weberror', (error) => errors.push(String(error.error())))
      return context.newPage()
    })
    for (const context of contexts) await context.close()
    expect(errors).toEqual([])
  },
})

export { expect } from '@playwright/test'
