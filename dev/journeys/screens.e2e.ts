import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_MAX_BYTES } from '@jointly/contract'
import type { Locator, Page } from '@playwright/test'
import { root } from '../setup/install.js'
import { granted, signIn, signInLinked } from '../world/api-user.ts'
import type { NamedPeople } from '../world/people.ts'
import type { World } from '../world/world.ts'
import { type BrowserOf, expect, test, type Viewport } from './support/fixtures.ts'
import { closeMessages, enter, logIn, password, tabTo } from './support/steps.ts'
import { say, words, wordsIn } from './support/words.ts'

const shellOf = { phone: 'app', desktop: 'main' } as const satisfies Record<Viewport, string>

const iconFile = join(root, 'packages/web/public/icon-192.png')

/** Opens a screen in the layout of this window size. */
const open = (page: Page, size: Viewport, path: string) => page.goto(`/#/${shellOf[size]}${path}`)

type Fixtures = { world: World; people: NamedPeople; browserOf: BrowserOf }

/** Opens the home screen of Alice, who has a linked account and a chosen playlist. */
async function aliceAtHome({ world, people, browserOf }: Fixtures, size: Viewport): Promise<Page> {
  const alice = await signInLinked(world.origin, people.alice)
  const page = await browserOf(size, alice)
  await enter(page)
  await expect(page.getByText(words.home.getStarted)).toBeVisible()
  return page
}

// The settings are the same in both window sizes, so one size is enough.
test('O7 W3 the check of the server and its findings are in German', async ({ first, browserOf }) => {
  const german = await wordsIn('de')
  const { findings } = granted(await first.call('doctor'))
  const page = await browserOf('phone', first)
  await page.addInitScript(() => localStorage.setItem('language', 'de'))
  await open(page, 'phone', '/settings/doctor')
  await expect(page.getByRole('heading', { name: german.doctor.title })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(findings.length)
  for (const { text } of findings) await expect(page.getByText(text)).toHaveCount(0)
  await expect(page.getByText('Die Einstellungen passen zusammen.')).toBeVisible()
})

test('A2 A7 A9 I3 U4 a person ends the login of another device, logs out everywhere, downloads their data, uses a large photo as their picture, and deletes the account with the password', async ({
  world,
  people,
  browserOf,
}) => {
  const page = await aliceAtHome({ world, people, browserOf }, 'phone')
  const ended = await signIn(world.origin, people.alice)
  await open(page, 'phone', '/settings')
  await page.getByRole('link', { name: words.settings.logins }).click()
  const rows = page.getByRole('list', { name: words.settings.logins }).getByRole('listitem')
  await expect(rows.first()).toContainText(words.logins.current)
  const count = await rows.count()
  // The first row is this device, and the next row is the most recently used login.
  await rows.nth(1).getByRole('button').click()
  await expect(rows).toHaveCount(count - 1)
  expect((await ended.call('friends')).ok).toBe(false)
  await expect(rows.first()).toContainText(words.logins.current)

  const elsewhere = await signIn(world.origin, people.alice)
  await open(page, 'phone', '/settings')
  await page.getByRole('button', { name: words.settings.everywhere }).click()
  const asked = page.getByRole('alertdialog', { name: words.settings.everywhereTitle })
  await asked.getByRole('button', { name: words.settings.everywhere }).click()
  await expect(page.getByRole('heading', { name: words.login.titleReturning })).toBeVisible()
  await expect(page).toHaveTitle('Login · Jointly')
  const kept = () => page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('vuex')])
  expect(JSON.stringify(await kept())).not.toContain(people.alice.username)
  expect((await kept())[0]).toBeNull()
  expect((await elsewhere.call('friends')).ok).toBe(false)

  await logIn(page, people.alice.username, people.alice.password)
  await expect(page.getByText(words.home.getStarted)).toBeVisible()
  await open(page, 'phone', '/settings')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: words.settings.export }).click()
  expect((await download).suggestedFilename()).toMatch(
    new RegExp(String.raw`^jointly-${people.alice.username}-\d{4}-\d\d-\d\d\.json$`),
  )

  // The bytes after the end of the picture make the file too large for the server.
  const photo = Buffer.concat([await readFile(iconFile), Buffer.alloc(PICTURE_MAX_BYTES)])
  await page
    .getByLabel(words.people.picture.add)
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: photo })
  await page.getByRole('button', { name: words.people.picture.save }).click()
  await expect(page.getByText(words.people.picture.saved)).toBeVisible()

  await page.getByRole('button', { name: words.settings.delete }).click()
  await expect(page.getByText(words.settings.deleteFinal)).toBeVisible()
  const secret = page.getByLabel(words.settings.current, { exact: true })
  await secret.fill('not-hers-1')
  await page.getByRole('button', { name: words.settings.deleteAction }).click()
  await expect(secret).toHaveAccessibleDescription(words.field.wrong)
  await secret.fill(people.alice.password)
  await page.getByRole('button', { name: words.settings.deleteAction }).click()
  await expect(page.getByRole('heading', { name: words.login.title })).toBeVisible()
  await logIn(page, people.alice.username, people.alice.password)
  await expect(page.getByRole('alert')).toHaveText(words.error.credentials)
})

test('D14 login, home and its screens can be used with the keyboard only, and forced colours mark what is open', async ({
  people,
  browserOf,
}) => {
  const page = await browserOf('desktop')
  const press = async (key: 'Enter' | 'Space', role: 'link' | 'button' | 'switch', name: string | RegExp) => {
    await tabTo(page, page.getByRole(role, { name }).first())
    await page.keyboard.press(key)
  }
  await page.goto('/')
  await press('Enter', 'link', words.login.toForm)
  for (const [label, value] of [
    [words.login.user, people.alice.username],
    [words.register.email, people.alice.email],
    [words.login.password, password],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')

  const opened = page.waitForEvent('popup')
  await press('Enter', 'button', words.connect.pick)
  const consent = await opened
  await tabTo(consent, consent.getByRole('radio').first())
  await consent.keyboard.press('Space')
  await tabTo(consent, consent.getByRole('button', { name: 'Allow' }))
  await consent.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: words.onboarding.playlists })).toBeFocused()
  const steps = page.getByRole('list', { name: words.onboarding.steps }).getByRole('button')
  await expectMarked(page, steps.nth(1), steps.nth(0))
  // A completed step can be opened again.
  await press('Enter', 'button', words.onboarding.accounts)
  await press('Enter', 'button', words.onboarding.next)
  // At first, all playlists are selected. Space deselects the first playlist.
  await press('Space', 'switch', /./)
  await expect(page.getByRole('switch').first()).not.toBeChecked()
  await press('Enter', 'button', words.onboarding.next)
  await press('Enter', 'button', words.onboarding.finish)

  await press('Enter', 'link', words.home.create)
  await tabTo(page, page.getByLabel(words.edit.name))
  await page.keyboard.type('By hand')
  await page.keyboard.press('Enter')
  await expect(page.getByText('By hand').first()).toBeVisible()

  await open(page, 'desktop', '')
  await press('Enter', 'link', words.friends.title)
  const place = (name: string) => page.getByRole('link', { name, exact: true })
  await expectMarked(page, place(words.friends.title), place(words.settings.title))
  await press('Enter', 'link', words.friends.find)
  await expect(page.getByRole('searchbox')).toBeFocused()
  await open(page, 'desktop', '')
  await press('Enter', 'link', words.settings.title)
  await press('Enter', 'button', words.settings.password)
  await tabTo(page, page.getByLabel(words.settings.current, { exact: true }))
})

/** Expects that with forced colours the open place has another edge than a place beside it (D14). */
async function expectMarked(page: Page, open: Locator, other: Locator): Promise<void> {
  const edgeOf = (place: Locator) => place.evaluate((element) => getComputedStyle(element).border)
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await edgeOf(open)).not.toBe(await edgeOf(other))
  await page.emulateMedia({ forcedColors: 'none' })
}

test('L4 the home list is fetched again when it is pulled down, the layout follows the window, and an account shows its playlists', async ({
  world,
  people,
  browserOf,
}) => {
  const page = await aliceAtHome({ world, people, browserOf }, 'phone')
  await pullHomeList(page)

  // The phone layout is used below 620 × 512.
  await open(page, 'phone', '/settings')
  for (const [width, height, shell] of [
    [620, 512, 'main'],
    [619, 900, 'app'],
    [1024, 920, 'main'],
    [1200, 511, 'app'],
    [390, 844, 'app'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page).toHaveURL(new RegExp(`#/${shell}/settings$`))
    await expect(page.getByRole('heading', { level: 1, name: words.settings.title })).toBeVisible()
  }

  await open(page, 'phone', '/accounts')
  // A link of the settings has the same name, so the test waits until the accounts have replaced them.
  await expect(page.getByRole('heading', { level: 1, name: words.accounts.title })).toBeVisible()
  await page.getByRole('link', { name: /Jointly Music/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jointly Music' })).toBeVisible()
  const save = page.getByRole('button', { name: words.account.save, exact: true })
  await expect(save).toBeDisabled()
  const second = page.getByRole('switch').nth(1)
  await second.click()
  // The app loads the playlists again 600 ms after saving.
  const fetchedAgain = page.waitForRequest((request) => request.url().endsWith('/api/playlists/'))
  await save.click()
  await fetchedAgain
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(second).toBeChecked()
  // A click on the text of a row toggles the switch of the row, also next to the button that starts a session.
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('switch') })
    .nth(1)
  await expect(row.getByRole('button')).toBeVisible()
  await row.locator('label').click()
  await expect(second).not.toBeChecked()
})

/** Pulls the home list down with a finger by 120 px, which fetches the list again. */
async function pullHomeList(page: Page): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  const at = (y: number) => [{ x: 200, y: 300 + y }]
  const fetched = page.waitForRequest((request) => request.url().endsWith('/api/invites/'))
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const byPx of [30, 60, 90, 120])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(byPx) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await fetched
}

test('N1 N2 two people find each other, become friends, and part', async ({ world, people, browserOf }) => {
  const alice = await aliceAtHome({ world, people, browserOf }, 'desktop')
  const bob = await browserOf('phone', await signIn(world.origin, people.bob))
  await enter(bob)
  await bob.getByRole('button', { name: words.onboarding.without }).click()
  await bob.getByRole('link', { name: words.friends.title, exact: true }).click()
  await expect(bob.getByText(words.friends.empty)).toBeVisible()

  await alice.getByRole('link', { name: words.friends.title, exact: true }).click()
  await alice.getByRole('link', { name: words.friends.find }).first().click()
  // The list of friends has a field with the same name, so the test waits until the search has replaced the list.
  await expect(alice.getByRole('heading', { level: 1, name: words.friends.findTitle })).toBeVisible()
  await alice.getByPlaceholder('Find Friends').fill(people.bob.username.slice(0, -1).toUpperCase())
  await alice
    .getByRole('button', { name: say(words.friends.action.add, { name: people.bob.username }) })
    .click()
  // The search also finds people of other tests.
  const found = alice.getByRole('listitem').filter({ hasText: people.bob.username })
  await expect(found.getByText(words.friends.status.requested)).toBeVisible()

  // When Bob accepts, the page of Alice shows it without a reload.
  await bob
    .getByRole('button', { name: say(words.friends.action.accept, { name: people.alice.username }) })
    .click()
  await expect(found.getByText(words.friends.status.friends, { exact: true })).toBeVisible()

  await closeMessages(bob)
  await bob
    .getByRole('button', { name: say(words.friends.action.remove, { name: people.alice.username }) })
    .click()
  const asked = bob.getByRole('alertdialog', { name: 'Remove Friend?' })
  await asked.getByRole('button', { name: words.friends.remove }).click()
  await expect(bob.getByText(words.friends.empty)).toBeVisible()
  await expect(found.getByText(words.friends.status.none)).toBeVisible()

  // With an empty query, the list of friends opens.
  await alice.getByPlaceholder('Find Friends').fill('')
  await expect(alice.getByRole('heading', { level: 1, name: words.friends.title })).toBeVisible()
})
