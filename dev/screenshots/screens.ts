import { after, plain, rest, type Screen } from './screen.ts'
import { sessionScreens, stage } from './session-screens.ts'

/** All screens of which pictures are taken. */
export const screens: readonly Screen[] = [
  plain('login', null, () => '/login'),
  plain('get-in', 'alice', () => '/login'),
  plain('forgot', null, () => '/forgot'),
  plain('reset', null, () => '/reset/a-code'),
  plain('register', null, () => '/form'),
  plain('how', null, () => '/how'),
  plain('about', null, () => '/about'),
  plain('details', null, () => '/details'),
  plain('join', null, () => '/join'),
  plain('join-unknown', null, () => '/join?unknown=ABC-234'),
  plain('invitation', null, ({ session }) => `/main/${session}`),
  plain('invitation-closed', null, () => '/main/3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'),
  plain('activate', null, () => '/activate/a-ticket'),
  after(
    'loader',
    'alice',
    () => '/about',
    async (page) => {
      await rest(page)
      // This request never gets an answer, so the loader stays visible.
      await page.route('**/api/invites/', () => {})
      await page.goto('/#/load')
    },
  ),
  plain('onboarding', 'dora', () => '/onboarding'),
  plain('onboarding-playlists', 'alice', () => '/onboarding'),
  after(
    'onboarding-done',
    'alice',
    () => '/onboarding',
    (page, _, words) => page.getByRole('button', { name: words.onboarding.next }).click(),
  ),
  plain('home', 'alice', ({ shell }) => `/${shell}`),
  plain('get-started', 'dora', ({ shell }) => `/${shell}`),
  plain('edit', 'alice', ({ shell }) => `/${shell}/edit`),
  ...sessionScreens,
  stage,
  plain('upgrade', 'alice', ({ shell, session }) => `/${shell}/${session}/upgrade`),
  plain('accounts', 'alice', ({ shell }) => `/${shell}/accounts`),
  after(
    'account',
    'alice',
    ({ shell }) => `/${shell}/accounts`,
    async (page) => {
      await page.getByRole('link', { name: /Jointly Music/ }).click()
      await page.getByRole('switch').first().waitFor()
    },
  ),
  plain('timeline', 'alice', ({ shell }) => `/${shell}/timeline`),
  plain('friends', 'alice', ({ shell }) => `/${shell}/friends`),
  after(
    'find-friends',
    'alice',
    ({ shell }) => `/${shell}/friends/find`,
    async (page) => {
      await page.getByRole('searchbox').fill('b')
      await page.getByText('bob').waitFor()
    },
  ),
  plain('settings', 'alice', ({ shell }) => `/${shell}/settings`),
  after(
    'settings-delete',
    'alice',
    ({ shell }) => `/${shell}/settings`,
    (page, _, words) => page.getByRole('button', { name: words.settings.delete }).click(),
  ),
  plain('logins', 'alice', ({ shell }) => `/${shell}/settings/logins`),
  plain('passkeys', 'alice', ({ shell }) => `/${shell}/settings/passkeys`),
  plain('reset-link', 'dora', ({ shell }) => `/${shell}/settings/reset`),
  plain('setup', 'alice', ({ shell }) => `/${shell}/settings/setup`),
  after(
    'doctor',
    'dora',
    ({ shell }) => `/${shell}/settings/doctor`,
    (page, _, words) => page.getByText(words.doctor.checking).waitFor({ state: 'hidden' }),
  ),
  after(
    'wrong-address',
    null,
    () => '/about',
    (page) => page.goto('/wrong'),
  ),
  plain('browse', 'dora', ({ shell }) => `/${shell}/browse`),
  plain('ticket', 'dora', ({ shell }) => `/${shell}/browse/ticket`),
]
