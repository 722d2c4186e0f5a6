import { granted, signIn } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { consent, enter, logIn, register } from './support/steps.ts'
import { words } from './support/words.ts'

// Each error is tested in one layout only, because both layouts use the same components for errors.
test('A3 E3 a wrong password shows an error, and the form can be used again', async ({
  world,
  people,
  browserOf,
}) => {
  await signIn(world.origin, people.alice)
  const page = await browserOf('phone')
  await logIn(page, people.alice.username, 'not-hers-1')
  await expect(page.getByRole('alert')).toHaveText(words.error.credentials)
  await page.getByLabel(words.login.password, { exact: true }).fill(people.alice.password)
  await page.getByRole('button', { name: words.login.login, exact: true }).click()
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()
})

test('A3 E1 a taken name shows an error at its field, in any mix of upper and lower case', async ({
  world,
  people,
  browserOf,
}) => {
  await signIn(world.origin, people.alice)
  const page = await browserOf('phone')
  await register(page, people.alice.username.toUpperCase())
  const username = page.getByLabel(words.login.user)
  await expect(username).toHaveAccessibleDescription(words.field.taken)
  await expect(username).toBeFocused()
})

test('E3 each invalid field says what it needs, and nothing is sent', async ({ browserOf }) => {
  const page = await browserOf('desktop')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url())
  })
  await register(page, '1st', 'short')
  await page.getByLabel(words.register.email).fill('nobody')
  await page.getByRole('button', { name: words.register.create, exact: true }).click()
  await expect(page.getByLabel(words.login.user)).toHaveAccessibleDescription(words.field.username)
  await expect(page.getByLabel(words.register.email)).toHaveAccessibleDescription(words.field.email)
  await expect(page.getByLabel(words.login.password, { exact: true })).toHaveAccessibleDescription(
    words.field.password,
  )
  expect(sent).toEqual([])
})

test('L1 E3 Deny on the consent page links nothing and shows a message', async ({
  world,
  people,
  browserOf,
}) => {
  const page = await browserOf('desktop', await signIn(world.origin, people.alice))
  await enter(page)
  await consent(page, 'Ann', 'Deny')
  await expect(page.getByText(words.error['link-denied'])).toBeVisible()
  await expect(page.getByRole('button', { name: words.onboarding.next })).toBeDisabled()
})

test('A2 D10 an expired token leads to the login, which shows the reason', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signIn(world.origin, people.alice)
  const page = await browserOf('phone', alice)
  granted(await alice.call('logout'))
  await page.goto('/')
  await page.getByRole('button', { name: words.login.getIn }).click()
  await expect(page.getByText(words.login.ended)).toBeVisible()
  await expect(page.getByLabel(words.login.user)).toBeVisible()
})

test('S2 E3 an unknown session shows a message with a way home', async ({ world, people, browserOf }) => {
  const page = await browserOf('desktop', await signIn(world.origin, people.dora))
  await page.goto('/#/main/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText(words.session.out['not-found'])).toBeVisible()
  await page.getByRole('link', { name: words.session.out.home }).click()
  await expect(page.getByText(words.home.getStarted)).toBeVisible()
})
