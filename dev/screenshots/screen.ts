import type { Page } from '@playwright/test'
import type { Words } from '../journeys/support/words.ts'
import type { people } from '../world/people.ts'
import type { SeededWorld } from '../world/seed.ts'

/**
 * The names of the windows in which pictures are taken. The file name of a picture ends with the name of its window.
 */
export const windowNames = [
  'phone',
  'desktop',
  'phone-light',
  'desktop-light',
  'hd',
  '4k',
  'portrait',
] as const
export type WindowName = (typeof windowNames)[number]

export const windows: Record<WindowName, { width: number; height: number; theme: 'dark' | 'light' }> = {
  phone: { width: 390, height: 844, theme: 'dark' },
  desktop: { width: 1280, height: 900, theme: 'dark' },
  'phone-light': { width: 390, height: 844, theme: 'light' },
  'desktop-light': { width: 1280, height: 900, theme: 'light' },
  hd: { width: 1280, height: 720, theme: 'dark' },
  '4k': { width: 3840, height: 2160, theme: 'dark' },
  portrait: { width: 1080, height: 1920, theme: 'dark' },
}

/** A phone and a desktop, both in the dark and in the light theme. */
export const usualWindows: readonly WindowName[] = ['phone', 'desktop', 'phone-light', 'desktop-light']

/** A screen of which pictures are taken. */
export type Screen = {
  readonly name: string
  /** The windows of which pictures are taken. By default, these are `usualWindows`. */
  readonly windows?: readonly WindowName[]
  /** The person whose browser shows the screen. Null for a visitor. */
  readonly as: keyof typeof people | null
  /**
   * Returns the path of the screen. `session` is the id of a session in random mode, and `managed` the id of a
   * managed session. Alice owns both sessions.
   */
  path(at: { shell: 'main' | 'app'; session: string; managed: string }): string
  /** Prepares the screen and waits until nothing moves. `words` are the texts in the language of the page. */
  ready(page: Page, world: SeededWorld, words: Words): Promise<void>
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
  then: (page: Page, world: SeededWorld, words: Words) => Promise<unknown>,
): Screen => ({
  name,
  as,
  path,
  async ready(page, world, words) {
    await then(page, world, words)
    await rest(page)
  },
})
