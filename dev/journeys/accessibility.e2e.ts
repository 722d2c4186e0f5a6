import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { type ApiUser, granted, signIn, signInLinked } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { words } from './support/words.ts'

/** The languages, each with one theme. One is enough, because colours do not depend on the language. */
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

type Screen = {
  name: string
  path: (shell: Shell) => string
  /** What shows that the screen is there. */
  has: string
  /** Opens something on the screen before the check. */
  open?: (page: Page) => Promise<unknown>
  /** The part of the page that is checked. Without it, the whole page is checked. */
  part?: string
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
      for (const { name, path, has, open, part = 'html' } of screens) {
        await page.goto(`/#/${path(shell)}`)
        await page.locator(has).first().waitFor()
        await open?.(page)
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        const rules = language === 'en' ? [] : CHANGING_RULES
        const findings = await check(page, theme, part, rules)
        found.push(...findings.map((each) => `${name}, ${shell}, ${language}, ${theme}: ${each}`))
      }
    }
  }
  return found
}

/** The tabs of a session, by their place, because their names depend on the language. */
const tabs = ['search', 'library', 'social', 'chat', 'options'] as const
const openTab = '[role="tabpanel"]:not([inert])'

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

test('D12 axe finds nothing on the public screens, in every language, theme and window', async ({
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
  expect(found).toEqual([])
})

test('D12 axe finds nothing on the screens behind the login, in every language, theme and window', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signInLinked(world.origin, people.alice)
  await signIn(world.origin, people.bob)
  const ssid = await fullSession(alice)
  const page = await browserOf('phone', alice)
  const { id: empty } = granted(
    await alice.call('createSession', { body: { title: 'Terrace', managed: false, isPrivate: false } }),
  )
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
  ])
  expect(found).toEqual([])
})
