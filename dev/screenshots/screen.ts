import type { Page } from '@playwright/test'
import type { people } from '../world/people.ts'

/** One screen to take a picture of. */
export type Screen = {
  readonly name: string
  /** The person who looks at it; null for a visitor. */
  readonly as: keyof typeof people | null
  /** `session` is in random mode and `managed` is not; alice owns both. */
  path(at: { shell: 'main' | 'app'; session: string; managed: string }): string
  /** Prepares the screen and waits until nothing moves. */
  ready(page: Page): Promise<void>
}

/** How long pictures, fonts and animations may take, in milliseconds. */
export const REST_MS = 900

export const rest = (page: Page) => page.waitForTimeout(REST_MS)

/** A screen that needs no preparation. */
export const plain = (name: string, as: Screen['as'], path: Screen['path']): Screen => ({
  name,
  as,
  path,
  ready: rest,
})

/** A screen that needs preparation. */
export const after = (
  name: string,
  as: Screen['as'],
  path: Screen['path'],
  then: (page: Page) => Promise<unknown>,
): Screen => ({
  name,
  as,
  path,
  async ready(page) {
    await then(page)
    await rest(page)
  },
})
