import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { type ApiUser, granted, signIn, signInLinked } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { checkLayout, MODAL } from './support/layout.ts'
import { words } from './support/words.ts'

/**
 * The languages, each with one theme. One theme for each language is enough, because colours do not depend on the
 * language.
 */
const languages = [
  ['en', 'dark'],
  ['de', 'light'],
  ['es', 'dark'],
] as const
const windows = [
  ['app', { width: 390, height: 844 }],
  ['main', { width: 1280, height: 900 }],
] as const
type Shell = (typeof windows)[number][0]

/**
 * The languages and shells in which a screen is checked that is not one of the main screens. Other combinations would
 * take much time and find little.
 */
const SAMPLES: readonly string[] = ['en app', 'de main']

type Screen = {
  name: string
  path: (shell: Shell) => string
  /** A selector of something that is visible when the screen has loaded. */
  has: string
  /** Opens something on the screen before the check. */
  open?: (page: Page) => Promise<unknown>
  /** The part of the page that is checked. Without it, the whole page is checked. */
  part?: string
  /**
   * The combinations of language and shell in which the screen is checked, such as `en app`. Without it, all
   * combinations.
   */
  only?: readonly string[]
}

/** Rules whose result depends on the length of the texts or on the theme. Others are checked once for each window. */
const CHANGING_RULES = ['color-contrast', 'target-size', 'scrollable-region-focusable']

/** Checks the page with axe in a theme. @returns what it found */
const check = (page: Page, theme: string, part: string, rules: readonly string[]): Promise<string[]> =>
  page.evaluate(`(async () => {
    document.documentElement.dataset.theme = '${theme}'
    const rules = ${JSON.stringify(rules)}
    const { violations } = await axe.run('${part}', { resultTypes: ['violations'], ...(rules.length && { runOnly: rules }) })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      id + ' at ' + target.join(' ') + ': ' + failureSummary.replaceAll(/\\s+/g, ' ')))
  })()`)

/** Switches off animations, so that a change of the theme is visible at once. This runs in the page. */
function endTransitions(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** A heading that the page before did not have. */
const NEW_HEADING = ':is(h1, h2):not([data-before])'

/**
 * Marks the headings of a page. When a heading without a mark is visible, the next page is there. This runs in the
 * page.
 */
function markHeadings(): void {
  for (const heading of document.querySelectorAll('h1, h2')) heading.setAttribute('data-before', '')
}

/** Opens each screen in both window sizes and all languages. @returns what axe found, by screen */
async function findingsIn(page: Page, screens: readonly Screen[]): Promise<string[]> {
  const found: string[] = []
  await page.addInitScript({ content: axe.source })
  await page.addInitScript(endTransitions)
  await page.goto('/#/login')
  for (const [language, theme] of languages) {
    await page.evaluate((value) => localStorage.setItem('language', value), language)
    await page.reload()
    for (const [shell, size] of windows) {
      await page.setViewportSize(size)
      for (const { name, path, has, open, part = 'html', only } of screens) {
        if (only?.includes(`${language} ${shell}`) === false) continue
        if (only) await page.evaluate(markHeadings)
        await page.goto(`/#/${path(shell)}`)
        await page.locator(has).first().waitFor()
        await open?.(page)
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        const rules = language === 'en' ? [] : CHANGING_RULES
        const findings = await check(page, theme, part, rules)
        findings.push(...(await checkLayout(page, shell === 'app')))
        found.push(...findings.map((each) => `${name}, ${shell}, ${language}, ${theme}: ${each}`))
      }
    }
  }
  return found
}

/** The tabs of a session, by their place, because their names depend on the language. */
const tabs = ['search', 'library', 'social', 'chat', 'options'] as const
const openTab = '[role="tabpanel"]:not([inert])'

/** The skip button of the small player, which is shown outside the session. */
const miniPlayer = '[data-small] > button'

/** Closes the open tab of a session, because the session keeps the tab open while another screen is shown. */
async function closeTab(page: Page): Promise<void> {
  const open = page.locator('[role="tab"][aria-selected="true"]')
  if ((await open.count()) > 0) await open.click()
}

/** Creates a session with a playing song, listed songs and a line in the chat. @returns its id */
async function fullSession(owner: ApiUser): Promise<string> {
  const { id: ssid } = granted(
    await owner.call('createSession', { body: { title: 'Kitchen', managed: true, isPrivate: false } }),
  )
  const params = { ssid }
  granted(await owner.call('session', { params }))
  const { data } = granted(await owner.call('songs', { query: { query: 'the', ssid } }))
  for (const { id } of data.slice(0, 4))
    granted(await owner.call('voteUp', { params, body: { songID: id, vote: 'up' } }))
  granted(await owner.call('play', { params }))
  granted(await owner.call('addChatLine', { params, body: { text: 'Hi', key: 'accessible' } }))
  return ssid
}

test('D12 D15 axe finds nothing, and nothing is too wide, on the public screens, in every language, theme and window', async ({
  world,
  people,
  browserOf,
  first,
}) => {
  void first
  const alice = await signInLinked(world.origin, people.alice)
  const ssid = await fullSession(alice)
  const page = await browserOf('phone')
  await page.goto('/#/stage')
  const code = (await page.getByLabel(words.stage.code).textContent()) ?? ''
  granted(await alice.call('pairStage', { params: { ssid }, body: { code, sound: false } }))
  await page.getByLabel(words.stage.qr).waitFor()
  const found = await findingsIn(page, [
    { name: 'start', path: () => 'login', has: '[name="password"]' },
    { name: 'register', path: () => 'form', has: '[name="email"]' },
    { name: 'code', path: () => 'join', has: '[name="code"]' },
    { name: 'invitation', path: () => `main/${ssid}`, has: '[name="nickname"]' },
    { name: 'stage', path: () => 'stage', has: 'h1' },
  ])
  // The pages that are no part of the app. The page of a session would forward to the app.
  const { url: consent } = granted(await alice.call('connectAccount', { body: { service: 'spotify' } }))
  const { code: short } = granted(await alice.call('invitation', { query: { ssid } }))
  await page.route('**/s/*', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/<meta http-equiv="refresh"[^>]*>/, '')
    await route.fulfill({ response, body })
  })
  for (const address of [consent, `/s/${short}`, '/no-such-page']) {
    await page.goto(address)
    await page.locator('h1').first().waitFor()
    const findings = [...(await check(page, 'light', 'html', [])), ...(await checkLayout(page, true))]
    found.push(...findings.map((each) => `${address}: ${each}`))
  }
  expect(found).toEqual([])
})

/** Screens behind the login that are checked in few combinations. The names in `open` are English. */
const sampled = (screens: readonly Screen[], only = SAMPLES): Screen[] =>
  screens.map((screen) => ({ ...screen, only }))

/** The screens besides the main ones. */
const FURTHER = [
  'timeline',
  'friends',
  'friends/find',
  'accounts',
  'settings/setup',
  'settings/logins',
  'settings/passkeys',
  'settings/doctor',
] as const

/** Opens a dialog of the session. The dialog before is closed first. */
const dialogOf =
  (button: string | RegExp, tab?: number): NonNullable<Screen['open']> =>
  async (at) => {
    const modal = at.locator(MODAL)
    if ((await modal.count()) > 0) await at.keyboard.press('Escape')
    await expect(modal).toHaveCount(0)
    // The session keeps its open tab.
    await closeTab(at)
    if (tab !== undefined) await at.getByRole('tab').nth(tab).click()
    await at.getByRole('button', { name: button }).first().click()
    await modal.waitFor()
  }

test('D12 D15 axe finds nothing, and nothing is too wide, on the screens behind the login, in every language, theme and window', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signInLinked(world.origin, people.alice)
  const bob = await signIn(world.origin, people.bob)
  const ssid = await fullSession(alice)
  const page = await browserOf('phone', alice)
  const { id: empty } = granted(
    await alice.call('createSession', { body: { title: 'Terrace', managed: false, isPrivate: false } }),
  )
  const banned = await sessionWithBan(bob, alice)
  const [account] = granted(await alice.call('accounts'))
  const inSession = { path: (shell: Shell) => `${shell}/${ssid}`, has: '[role="tab"]' }
  const found = await findingsIn(page, [
    { name: 'home', path: (shell) => shell, has: 'a[href$="/timeline"]' },
    { name: 'create', path: (shell) => `${shell}/edit`, has: 'main input' },
    { name: 'settings', path: (shell) => `${shell}/settings`, has: 'main select' },
    { name: 'empty session', path: (shell) => `${shell}/${empty}`, has: '[role="tab"]' },
    { ...inSession, name: 'session', open: closeTab },
    ...tabs.map(
      (name, index): Screen => ({
        ...inSession,
        name,
        part: openTab,
        open: async (at) => {
          await closeTab(at)
          await at.getByRole('tab').nth(index).click()
          await at.locator(openTab).waitFor()
        },
      }),
    ),
    ...sampled(
      [
        { ...inSession, name: 'share', open: dialogOf(words.session.share.open) },
        { ...inSession, name: 'voters', open: dialogOf(/Show names$/) },
        { ...inSession, name: 'person', open: dialogOf(new RegExp(`^${people.alice.username}`), 2) },
        { ...inSession, name: 'correction', open: dialogOf(words.calibration.open) },
        { ...inSession, name: 'history', open: dialogOf(words.history.open, 2) },
        { ...inSession, name: 'delete', open: dialogOf(words.session.options.delete, 4) },
      ],
      ['en app'],
    ),
    ...sampled([
      {
        name: 'mini-player',
        path: (shell) => `${shell}/browse`,
        has: NEW_HEADING,
        open: (at) => at.locator(miniPlayer).waitFor(),
      },
      ...FURTHER.map((name) => ({ name, path: (shell: Shell) => `${shell}/${name}`, has: NEW_HEADING })),
      { name: 'banned', path: (shell) => `${shell}/${banned}`, has: NEW_HEADING },
      { name: 'account', path: (shell) => `${shell}/account/${account?.id}`, has: 'main [role="switch"]' },
      { name: 'upgrade', path: (shell) => `${shell}/${empty}/upgrade`, has: NEW_HEADING },
      { name: 'onboarding', path: () => 'onboarding', has: NEW_HEADING },
      { name: 'unknown session', path: (shell) => `${shell}/${UNKNOWN}`, has: NEW_HEADING },
    ]),
  ])
  expect(found).toEqual([])
})

/** An id that no session has. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Creates a session from which a person is banned. @returns its id */
async function sessionWithBan(owner: ApiUser, person: ApiUser): Promise<string> {
  const { id: ssid } = granted(
    await owner.call('createSession', { body: { title: 'Bar', managed: false, isPrivate: false } }),
  )
  granted(await person.call('session', { params: { ssid } }))
  granted(await owner.call('setBan', { params: { ssid, id: person.user.id }, body: { banned: true } }))
  return ssid
}
