import type { Words } from '../journeys/support/words.ts'
import { granted } from '../world/api-user.ts'
import { after, plain, rest, type Screen } from './screen.ts'
import { sessionScreens, stage } from './session-screens.ts'

type TextOf = (words: Words) => string
const session: Screen['path'] = (at) => `/${at.shell}/${at.session}`
const managed: Screen['path'] = (at) => `/${at.shell}/${at.managed}`

/** A white picture of 8×8 pixels. */
const whitePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR42mP4DwUMlDEA98A/wa9cD80AAAAASUVORK5CYII=',
  'base64',
)

/** An id that no session has. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Describes a screen whose data cannot be loaded. `calls` matches the addresses of the calls that fail. */
const failed = (name: string, path: Screen['path'], calls: RegExp): Screen =>
  after(`failed-${name}`, 'alice', path, async (page) => {
    await page.route(calls, (route) => route.abort())
    await page.reload()
    await rest(page)
  })

/** Describes a screen on which a button was pressed, after a tab was opened. */
const pressed = (
  name: string,
  path: Screen['path'],
  button: TextOf,
  tab: keyof Words['session']['tabs'],
): Screen =>
  after(name, 'alice', path, async (page, _, words) => {
    await page.getByRole('tab', { name: words.session.tabs[tab] }).click()
    await page
      .getByRole('button', { name: button(words) })
      .first()
      .click()
  })

/** Describes a screen after a form was sent with empty or wrong fields. */
const wrong = (name: string, path: string, fields: readonly [selector: string, value: string][]): Screen =>
  after(
    `${name}-wrong`,
    null,
    () => path,
    async (page) => {
      for (const [selector, value] of fields) await page.locator(selector).fill(value)
      await page.locator('form:has([name]) [type="submit"]').first().click()
    },
  )

/** Describes the screen with a plain white cover, which makes its background as bright as possible. */
const withWhiteCover = (screen: Screen): Screen => ({
  ...screen,
  name: `${screen.name}-white-cover`,
  async ready(page, world, words) {
    await page.route(/\/spotify\/.*\.svg/, (route) =>
      route.fulfill({ contentType: 'image/png', body: whitePng }),
    )
    await page.reload()
    await screen.ready(page, world, words)
  },
})

/** Describes a screen of a person who joined the session as a guest. `place` is the end of its path. */
const guest = (name: string, place: (ssid: string) => string): Screen =>
  after(
    `guest-${name}`,
    null,
    () => '/login',
    async (page, { people, sessions: [ssid = ''] }) => {
      const body = { nickname: 'Robin', ssid }
      const { active } = granted(await people.alice.call('joinAsGuest', { body }))
      await page.evaluate((token) => localStorage.setItem('token', token), active.token)
      const shell = (page.viewportSize()?.width ?? 0) < 620 ? 'app' : 'main'
      await page.goto(`/#/${shell}/${place(ssid)}`)
      await page.reload()
      // The prepared page is inert, and while a session loads, its heading is hidden.
      await page.locator('h1:not([inert] *, .visually-hidden)').waitFor()
    },
  )

const covered = ['session', 'mini-player', 'profile', 'search', 'chat']

/** States of the screens of which no pictures are taken. They are checked only with `npm run bench -- axe`. */
export const furtherScreens: readonly Screen[] = [
  wrong('login', '/login', [
    ['[name="username"]', 'nobody'],
    ['[name="password"]', 'a wrong password'],
  ]),
  wrong('register', '/form', []),
  wrong('code', '/join', [['[name="code"]', 'ABCDEF']]),
  withWhiteCover(plain('invitation', null, (at) => `/main/${at.session}`)),
  withWhiteCover(stage),
  ...sessionScreens.filter(({ name }) => covered.includes(name)).map(withWhiteCover),
  failed('home', ({ shell }) => `/${shell}`, /api\/(sessions|invites|home)/),
  failed('timeline', ({ shell }) => `/${shell}/timeline`, /api\/timeline/),
  failed('friends', ({ shell }) => `/${shell}/friends`, /api\/(friends|people|user)/),
  failed('accounts', ({ shell }) => `/${shell}/accounts`, /api\/accounts/),
  failed('session', session, /api\/session/),
  after('offline', 'alice', session, async (page) => {
    await page.getByRole('tab').first().waitFor()
    await page.context().setOffline(true)
  }),
  plain('unknown-session', 'alice', ({ shell }) => `/${shell}/${UNKNOWN}`),
  plain('banned', 'carla', managed),
  plain('timeline-empty', 'dora', ({ shell }) => `/${shell}/timeline`),
  plain('friends-empty', 'dora', ({ shell }) => `/${shell}/friends`),
  plain('accounts-empty', 'dora', ({ shell }) => `/${shell}/accounts`),
  after(
    'session-empty',
    'alice',
    ({ shell }) => `/${shell}`,
    async (page, { people: { alice } }) => {
      const body = { title: 'Terrace', managed: false, isPrivate: false }
      const { id } = granted(await alice.call('createSession', { body }))
      await page.goto(`${page.url()}/${id}`)
    },
  ),
  after('search-nothing', 'alice', session, async (page, _, words) => {
    await page.getByRole('tab', { name: words.session.tabs.search }).click()
    await page.getByRole('searchbox').fill('qqqqzzzz')
    await rest(page)
  }),
  pressed('why', session, ({ session: { change } }) => change.ask, 'search'),
  pressed('history', session, ({ history }) => history.open, 'social'),
  pressed('delete', managed, ({ session: { options } }) => options.delete, 'options'),
  guest('settings', () => 'settings'),
  guest('session', (ssid) => ssid),
]
