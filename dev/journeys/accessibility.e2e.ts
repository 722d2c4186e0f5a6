import type { Locator, Page } from '@playwright/test'
import { type ApiUser, granted, signIn, signInLinked } from '../world/api-user.ts'
import { check, findingsIn, NEW_HEADING, prepareCheck, type Screen, type Shell } from './support/findings.ts'
import { expect, test } from './support/fixtures.ts'
import {
  checkLayout,
  expectFocusUncovered,
  expectFreeFromBanner,
  expectFreeFromNotch,
  expectPinchZoom,
  MODAL,
  ZOOMED,
} from './support/layout.ts'
import { say, type Words, words } from './support/words.ts'

/** The tabs of a session in their order. They are found by position, because their names depend on the language. */
const tabs = ['search', 'library', 'social', 'options', 'chat'] as const
const openTab = '[role="tabpanel"]:not([inert])'

/** Closes the open tab of a session. Otherwise it would still be open when the session is shown again. */
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

test('D12 D15 axe finds nothing, and nothing is too wide, on the public screens', async ({
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
  await prepareCheck(page)
  const found = await findingsIn(page, [
    { name: 'start', path: () => 'login', has: '[name="password"]' },
    { name: 'register', path: () => 'form', has: '[name="email"]' },
    { name: 'code', path: () => 'join', has: '[name="code"]', open: expectFreeFromNotch },
    { name: 'invitation', path: () => `main/${ssid}`, has: '[name="nickname"]' },
    { name: 'stage', path: () => 'stage', has: 'main[data-theme="dark"] h1' },
  ])
  // These pages are not part of the app. The link of a session redirects to the app, so the redirect is removed.
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
    const findings = [...(await check(page, 'light', 'html')), ...(await checkLayout(page, true))]
    found.push(...findings.map((each) => `${address}: ${each}`))
  }
  await page.evaluate((token) => localStorage.setItem('token', token), await guestToken(alice, ssid))
  const path = (shell: Shell) => `${shell}/settings`
  found.push(...(await findingsIn(page, [{ name: 'guest settings', path, has: '[name="username"]' }])))
  expect(found).toEqual([])
})

/** Lets a guest join a session. @returns the token of the guest */
async function guestToken({ call }: ApiUser, ssid: string): Promise<string> {
  const { active } = granted(await call('joinAsGuest', { body: { nickname: 'Robin', ssid } }))
  return active.token
}

/** The paths of less important screens. */
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

/** Returns a function that opens a dialog of the session. */
const dialogOf =
  (button: (texts: Words) => string | RegExp, tab?: number): NonNullable<Screen['open']> =>
  async (at, texts) => {
    await closeTab(at)
    if (tab !== undefined) await at.getByRole('tab').nth(tab).click()
    await at
      .getByRole('button', { name: button(texts), exact: true })
      .first()
      .click()
    await at.locator(MODAL).waitFor()
  }

/** Closes the open dialog. Otherwise it would hide the next screen from axe for a moment. */
async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.locator(MODAL)).toHaveCount(0)
}

/** Changes an option and opens another tab, so that the app asks whether to save. Afterwards it discards the change. */
const unsavedOptions: Pick<Screen, 'open' | 'after'> = {
  open: async (at, { session }) => {
    await closeTab(at)
    await at.getByRole('tab').nth(tabs.indexOf('options')).click()
    await at.getByLabel(session.options.general.name).fill('Attic')
    await at.getByRole('tab').nth(tabs.indexOf('chat')).click()
    await at.getByRole('alertdialog').waitFor()
  },
  after: async (at) => {
    await at.getByRole('alertdialog').getByRole('button').nth(1).click()
    await expect(at.locator(MODAL)).toHaveCount(0)
  },
}

/** Matches the name of the button that opens the voters of a song. */
const votersOf = ({ people: { voters } }: Words) => new RegExp(`^${say(voters.label, { names: '.+' })}$`)

test('D15 D12 axe finds nothing, and nothing is too wide, on the screens behind the login', async ({
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
  const waiting = await sessionWithWaitingSongs(alice, bob)
  const [account] = granted(await alice.call('accounts'))
  const inSession = { path: (shell: Shell) => `${shell}/${ssid}`, has: '[role="tab"]' }
  const inDialog = { ...inSession, part: MODAL, after: closeDialog }
  await prepareCheck(page)
  const found = await findingsIn(page, [
    { name: 'home', path: (shell) => shell, has: 'a[href$="/timeline"]' },
    { name: 'create', path: (shell) => `${shell}/edit`, has: 'main [name="title"]' },
    { name: 'settings', path: (shell) => `${shell}/settings`, has: 'main select', open: expectFreeFromNotch },
    { name: 'empty session', path: (shell) => `${shell}/${empty}`, has: '[role="tab"]' },
    { ...inSession, name: 'session', open: closeTab, isLaidOutInAll: true },
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
    { ...inDialog, name: 'share', open: dialogOf(({ session }) => session.share.open) },
    { ...inDialog, name: 'voters', open: dialogOf(votersOf) },
    { ...inDialog, name: 'person', open: dialogOf(() => new RegExp(`^${people.alice.username}`), 2) },
    { ...inDialog, name: 'correction', open: dialogOf(({ calibration }) => calibration.title) },
    { ...inDialog, name: 'history', open: dialogOf(({ history }) => history.open, 2) },
    { ...inDialog, name: 'delete', open: dialogOf(({ session }) => session.options.delete, 3) },
    { ...inDialog, ...unsavedOptions, name: 'unsaved options' },
    {
      name: 'mini-player',
      path: (shell) => `${shell}/browse`,
      has: NEW_HEADING,
      open: (at) => at.locator('[data-small] > button').waitFor(),
    },
    ...FURTHER.map((name) => ({ name, path: (shell: Shell) => `${shell}/${name}`, has: NEW_HEADING })),
    { name: 'banned', path: (shell) => `${shell}/${banned}`, has: NEW_HEADING },
    { name: 'account', path: (shell) => `${shell}/account/${account?.id}`, has: 'main [role="switch"]' },
    { name: 'upgrade', path: (shell) => `${shell}/${empty}/upgrade`, has: NEW_HEADING },
    { name: 'onboarding', path: () => 'onboarding', has: NEW_HEADING },
    { name: 'waiting songs', path: (shell) => `${shell}/${waiting}`, has: '[role="tab"]', open: closeTab },
    {
      name: 'failed',
      path: (shell) => `${shell}/timeline`,
      has: '[data-failed]',
      before: (at) => at.route('**/api/timeline*', (route) => route.abort()),
      after: (at) => at.unroute('**/api/timeline*'),
    },
    {
      name: 'offline',
      path: (shell) => shell,
      has: 'a[href$="/timeline"]',
      open: async (at) => {
        await at.context().setOffline(true)
        await at.locator('[role="status"] > p > svg').waitFor()
      },
      after: (at) => at.context().setOffline(false),
    },
    { name: 'unknown session', path: (shell) => `${shell}/${UNKNOWN}`, has: NEW_HEADING },
  ])
  expect(found).toEqual([])
})

/** A word of 20 letters, which is too long for one row with the buttons of the screen in a narrow window. */
const LONG_NAME = 'Eingangsbereichswand'

/** Pairs a big screen, and gives it a long name. */
async function pairNamedScreen({ call }: ApiUser, ssid: string): Promise<void> {
  const { code } = granted(await call('createStage'))
  const [stage] = granted(await call('pairStage', { params: { ssid }, body: { code, sound: false } }))
  const params = { ssid, id: stage?.id ?? '' }
  granted(await call('changeStage', { params, body: { name: LONG_NAME } }))
}

test('D14 D15 E3 at 400 % zoom and on a turned phone, the share dialog fits, the chat, the search and the tabs of a session can be used, and no bar covers the focus', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signInLinked(world.origin, people.alice)
  const ssid = await fullSession(alice)
  await pairNamedScreen(alice, ssid)
  const page = await browserOf('phone', alice)
  await page.goto(`/#/app/${ssid}`)
  await page.locator('[role="tab"]').first().waitFor()
  await dialogOf(({ session }) => session.share.open)(page, words)
  await page.getByText(LONG_NAME).waitFor()
  expect(await checkLayout(page, true)).toEqual([])
  await closeDialog(page)
  await expectPinchZoom(page)
  await expectFreeFromNotch(page)

  await page.setViewportSize(ZOOMED)
  const isVisible = (part: Locator) => expect(part).toBeInViewport({ ratio: 1 })
  const { tabs: names, chat, search, song } = words.session

  await page.getByRole('tab', { name: names.chat }).click()
  const field = page.getByRole('textbox', { name: chat.field })
  await field.click()
  await isVisible(field)
  await isVisible(page.getByRole('tablist'))
  await expectFreeFromBanner(page, field)

  await page.getByRole('tab', { name: names.search }).click()
  const box = page.getByRole('searchbox', { name: search.label })
  await expect(box).toBeFocused()
  await isVisible(box)
  await box.fill('light')
  const result = page.getByRole('button', {
    name: new RegExp(`^${say(song.add, { title: '.*light' })}`, 'i'),
  })
  await result.first().hover()
  await page.mouse.wheel(0, 60)
  await isVisible(result.first())
  await isVisible(page.getByRole('tablist'))
  for (const index of [3, 1]) await expectFocusUncovered(result.nth(index))

  await page.goto('/#/onboarding')
  for (const index of [0, 1, 2]) await expectFocusUncovered(page.getByRole('switch').nth(index))
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

/** Creates a session in which songs of a person wait for approval (H9). @returns its id */
async function sessionWithWaitingSongs(owner: ApiUser, person: ApiUser): Promise<string> {
  const { id: ssid } = granted(
    await owner.call('createSession', { body: { title: 'Roof', managed: false, isPrivate: false } }),
  )
  const params = { ssid }
  const { version } = granted(await owner.call('options', { params }))
  granted(await owner.call('saveOptions', { params, body: { version, approve: true } }))
  granted(await person.call('session', { params }))
  const { data } = granted(await person.call('songs', { query: { query: 'light', ssid } }))
  for (const { id } of data.slice(0, 2))
    granted(await person.call('voteUp', { params, body: { songID: id, vote: 'up' } }))
  return ssid
}
