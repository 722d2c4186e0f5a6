import type { Page } from '@playwright/test'
import type { people } from '../world/people.ts'
import type { SeededWorld } from '../world/seed.ts'

/** One screen to take a picture of. */
export type Screen = {
  readonly name: string
  /** The person whose browser shows the screen. Null for a visitor. */
  readonly as: keyof typeof people | null
  /**
   * Returns the path of the screen. `session` is the id of a session in random mode, and `managed` the id of a managed
   * one. Alice owns both.
   */
  path(at: { shell: 'main' | 'app'; session: string; managed: string }): string
  /** Prepares the screen and waits until nothing moves. */
  ready(page: Page, world: SeededWorld): Promise<void>
}

/** How long to wait for pictures, fonts and animations, in milliseconds. */
export const REST_MS = 900

export const rest = (page: Page) => page.waitForTimeout(REST_MS)

/** Describes a screen whose picture can be taken as soon as it is open. */
export const plain = (name: string, as: Screen['as'], path: Screen['path']): Screen => ({
  name,
  as,
  path,
  ready: rest,
})

/** Describes a screen that needs further steps, such as a press, before its picture is taken. */
export const after = (
  name: string,
  as: Screen['as'],
  path: Screen['path'],
  then: (page: Page, world: SeededWorld) => Promise<unknown>,
): Screen => ({
  name,
  as,
  path,
  async ready(page, world) {
    await then(page, world)
    await rest(page)
  },
})
