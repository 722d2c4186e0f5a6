import type { Page } from '@playwright/test'
import { words } from '../journeys/words.ts'
import type { people } from '../world/people.ts'

/** One screen to be photographed. */
export type Screen = {
  readonly name: string
  /** Who looks at it; null for a visitor. */
  readonly as: keyof typeof people | null
  path(at: { shell: 'main' | 'app'; session: string }): string
  /** Brings the screen to where it is worth a picture, and waits until it stands still. */
  ready(page: Page): Promise<void>
}

/** How long pictures, fonts and motion may take to come to rest, in milliseconds. */
const restMs = 900

const rest = (page: Page) => page.waitForTimeout(restMs)

const plain = (name: string, as: Screen['as'], path: Screen['path']): Screen => ({
  name,
  as,
  path,
  ready: rest,
})

const tab = (
  name: 'search' | 'library' | 'social' | 'options',
  then?: (page: Page) => Promise<void>,
): Screen => ({
  name,
  as: 'alice',
  path: ({ shell, session }) => `/${shell}/${session}`,
  async ready(page) {
    await page.getByRole('tab', { name: words.session.tabs[name] }).click()
    await then?.(page)
    await rest(page)
  },
})

/** Every screen that is built. */
export const screens: readonly Screen[] = [
  plain('login', null, () => '/login'),
  plain('register', null, () => '/form'),
  plain('how', null, () => '/how'),
  plain('about', null, () => '/about'),
  plain('details', null, () => '/details'),
  plain('join', null, () => '/join'),
  plain('activate', null, () => '/activate/a-ticket'),
  plain('onboarding', 'dora', () => '/onboarding'),
  plain('home', 'alice', ({ shell }) => `/${shell}`),
  plain('edit', 'alice', ({ shell }) => `/${shell}/edit`),
  {
    name: 'session',
    as: 'alice',
    path: ({ shell, session }) => `/${shell}/${session}`,
    async ready(page) {
      await page.getByRole('button', { name: words.player.play, exact: true }).click()
      await page
        .getByText(/^In step within ±\s\d{1,2}\sms/)
        .first()
        .waitFor()
      await rest(page)
    },
  },
  tab('search', async (page) => {
    await page.getByRole('searchbox').fill('light')
    await page.waitForTimeout(3 * restMs)
  }),
  tab('library'),
  tab('social'),
  tab('options'),
  plain('accounts', 'alice', ({ shell }) => `/${shell}/accounts`),
  plain('timeline', 'alice', ({ shell }) => `/${shell}/timeline`),
  plain('friends', 'alice', ({ shell }) => `/${shell}/friends`),
  {
    name: 'find-friends',
    as: 'alice',
    path: ({ shell }) => `/${shell}/friends/find`,
    async ready(page) {
      await page.getByRole('searchbox').fill('b')
      await page.getByText('bob').waitFor()
      await rest(page)
    },
  },
  {
    name: 'account',
    as: 'alice',
    path: ({ shell }) => `/${shell}/accounts`,
    async ready(page) {
      await page.getByRole('link', { name: /Jointly Music/ }).click()
      await page.getByRole('switch').first().waitFor()
      await rest(page)
    },
  },
  plain('settings', 'alice', ({ shell }) => `/${shell}/settings`),
  plain('setup', 'alice', ({ shell }) => `/${shell}/settings/setup`),
]
