import type { Page } from '@playwright/test'
import type { people } from '../world/people.ts'

/** One screen to be photographed. */
export type Screen = {
  readonly name: string
  /** Who looks at it; null for a visitor. */
  readonly as: keyof typeof people | null
  /** `session` is in random mode, `managed` is not; alice owns both. */
  path(at: { shell: 'main' | 'app'; session: string; managed: string }): string
  /** Brings the screen to where it is worth a picture, and waits until it stands still. */
  ready(page: Page): Promise<void>
}

/** How long pictures, fonts and motion may take to come to rest, in milliseconds. */
export const REST_MS = 900

export const rest = (page: Page) => page.waitForTimeout(REST_MS)

/** A screen that shows itself once it is opened. */
export const plain = (name: string, as: Screen['as'], path: Screen['path']): Screen => ({
  name,
  as,
  path,
  ready: rest,
})

/** A screen that wants something done before it is worth a picture. */
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
