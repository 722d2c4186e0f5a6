import { granted, signIn } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { consent, logIn, register } from './support/steps.ts'
import { words } from './support/words.ts'

// Errors are tested in one layout only, because both layouts use the same components for errors.
test('A2 A3 D10 E1 E3 L1 S2 each wrong input says what is wrong, from the registration to an unknown session and an expired token', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signIn(world.origin, people.alice)
  const page = await browserOf('desktop')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url())
  })
  // Nothing is sent while a field is invalid.
  await register(page, '1st', 'short')
  const username = page.getByLabel(words.login.user)
  await page.getByLabel(words.register.email).fill('nobody')
  await page.getByRole('button', { name: words.register.create, exact: true }).click()
  await expect(username).toHaveAccessibleDescription(words.field.username)
  await expect(page.getByLabel(words.register.email)).toHaveAccessibleDescription(words.field.email)
  const secret = page.getByLabel(words.login.password, { exact: true })
  await expect(secret).toHaveAccessibleDescription(words.field.password)
  expect(sent).toEqual([])

  // A name is taken in any mix of upper and lower case.
  await register(page, people.alice.username.toUpperCase())
  await expect(username).toHaveAccessibleDescription(words.field.taken)
  await expect(username).toBeFocused()

  await logIn(page, people.alice.username, 'not-hers-1')
  await expect(page.getByRole('alert')).toHaveText(words.error.credentials)
  await secret.fill(people.alice.password)
  await page.getByRole('button', { name: words.login.login, exact: true }).click()
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()

  await consent(page, 'Ann', 'Deny')
  await expect(page.getByText(words.error['link-denied'])).toBeVisible()
  await expect(page.getByRole('button', { name: words.onboarding.next })).toBeDisabled()

  await page.goto('/#/main/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText(words.session.out['not-found'])).toBeVisible()
  await page.getByRole('link', { name: words.session.out.home }).click()
  await expect(page.getByText(words.home.getStarted)).toBeVisible()

  await page.evaluate((token) => localStorage.setItem('token', token), alice.token)
  granted(await alice.call('logout'))
  await page.goto('/')
  await page.getByRole('button', { name: words.login.getIn }).click()
  await expect(page.getByText(words.login.ended)).toBeVisible()
  await expect(page.getByLabel(words.login.user)).toBeVisible()
})
