import type { Page } from '@playwright/test'
import { signIn } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { closeMessages, logIn, password } from './support/steps.ts'
import { say, words } from './support/words.ts'

// These tests use the server under two origins (`127.0.0.1` and `localhost`). After each test, the data of only one
// origin are deleted from a reused browser. So each test gets a new browser.
test.use({ hasNewBrowsers: true })

/**
 * Adds a simulated authenticator that stores passkeys and confirms each request at once.
 * @returns a function that stops the automatic confirmation, so that a request stays open
 */
async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return () =>
    devtools
      .send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
      .then(() => undefined)
}

/** Returns the same address with the host name `localhost`, because passkeys do not work with an IP address. */
const byName = (origin: string) => origin.replace('127.0.0.1', 'localhost')

test('A12 A13 a passkey is added in the settings, renamed, used to log in without a name, and removed', async ({
  browserOf,
  world,
  people,
}) => {
  const page = await browserOf('phone')
  await addAuthenticator(page)
  const home = byName(world.origin)
  const goTo = (path: string) => page.goto(`${home}/#${path}`)
  await goTo('/form')
  await page.getByLabel(words.login.user).fill(people.alice.username)
  await page.getByLabel(words.register.email).fill(people.alice.email)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.register.create }).click()
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()

  await goTo('/app/settings')
  await page.getByRole('link', { name: words.settings.passkeys }).click()
  await expect(page.getByText(words.passkeys.empty)).toBeVisible()
  await page.getByRole('button', { name: words.passkeys.add }).click()
  await expect(page.getByText(words.passkeys.added)).toBeVisible()
  await page.getByRole('button', { name: say(words.passkeys.rename, { name: '' }) }).click()
  await page.getByLabel(words.passkeys.name).fill('Test key')
  await page.getByRole('button', { name: words.passkeys.save, exact: true }).click()
  await expect(page.getByText('Test key')).toBeVisible()

  const logOut = async () => {
    await goTo('/app/settings')
    await closeMessages(page)
    await page.getByRole('button', { name: words.settings.logout }).first().click()
  }
  // The browser offers passkeys at the name field, and the simulated authenticator chooses one at once.
  await logOut()
  await page.getByLabel(words.login.user).focus()
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()

  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await logOut()
  await page.getByRole('button', { name: words.login.passkey }).click()
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()

  await goTo('/app/settings/passkeys')
  await page.getByRole('button', { name: say(words.passkeys.remove, { name: 'Test key' }) }).click()
  await page.getByRole('button', { name: words.passkeys.removeAction, exact: true }).click()
  await expect(page.getByText(words.passkeys.empty)).toBeVisible()
  await logOut()
  await page.getByRole('button', { name: words.login.passkey }).click()
  await expect(page.getByText(words.error.passkey)).toBeVisible()
})

test('A12 at an IP address the login explains why there are no passkeys', async ({ browserOf }) => {
  const page = await browserOf('desktop')
  await page.goto('/#/login')
  await expect(page.getByText(words.login.passkeyPlace)).toBeVisible()
  await expect(page.getByRole('button', { name: words.login.passkey })).toHaveCount(0)
})

test('A14 a person of level 735 makes a reset link, and another person sets a new password with it', async ({
  browserOf,
  world,
  first,
  people,
}) => {
  await signIn(world.origin, people.alice)
  const { username } = people.alice
  const [boss, ann] = [await browserOf('desktop', first), await browserOf('phone')]
  await boss.goto('/#/main/settings')
  await boss.getByRole('link', { name: words.settings.resetLink }).click()
  await boss.getByLabel(words.resetLink.name).fill('nobody')
  await boss.getByRole('button', { name: words.resetLink.make }).click()
  await expect(boss.getByText(words.field.nobody)).toBeVisible()
  await boss.getByLabel(words.resetLink.name).fill(username)
  await boss.getByRole('button', { name: words.resetLink.make }).click()
  const link = await boss.getByLabel(say(words.resetLink.link, { name: username })).inputValue()

  await ann.goto('/#/forgot')
  await expect(ann.getByText(words.forgot.ask)).toBeVisible()
  const choose = async (secret: string) => {
    await ann.goto(link)
    await ann.getByLabel(words.reset.password, { exact: true }).fill(secret)
    await ann.getByRole('button', { name: words.reset.set }).click()
  }
  await choose('Fresh-music-26')
  await expect(ann.getByText(words.reset.done)).toBeVisible()
  await logIn(ann, username, 'Fresh-music-26')
  await expect(ann.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()
  await choose('Other-music-26')
  await expect(ann.getByText(words.error.reset)).toBeVisible()
  await expect(ann.getByRole('link', { name: words.reset.again })).toBeVisible()
})

test('A12 the password works while the browser asks for a passkey, and ends that request', async ({
  browserOf,
  world,
  people,
}) => {
  const page = await browserOf('desktop')
  const waitForPerson = await addAuthenticator(page)
  const home = byName(world.origin)
  await page.goto(`${home}/#/form`)
  await page.getByLabel(words.login.user).fill(people.alice.username)
  await page.getByLabel(words.register.email).fill(people.alice.email)
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.register.create }).click()
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()
  await page.goto(`${home}/#/main/settings/passkeys`)
  await page.getByRole('button', { name: words.passkeys.add }).click()
  await expect(page.getByText(words.passkeys.added)).toBeVisible()
  await page.goto(`${home}/#/main/settings`)
  await closeMessages(page)
  await waitForPerson()
  await page.getByRole('button', { name: words.settings.logout }).first().click()

  const passkey = page.getByRole('button', { name: words.login.passkey })
  await passkey.click()
  await expect(passkey).toHaveAttribute('aria-busy', 'true')
  await page.getByLabel(words.login.user).fill(people.alice.username)
  await page.getByLabel(words.login.password, { exact: true }).fill('not-hers-1')
  await page.getByRole('button', { name: words.login.login, exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(words.error.credentials)
  await expect(passkey).not.toHaveAttribute('aria-busy', 'true')
  await passkey.click()
  await expect(passkey).toHaveAttribute('aria-busy', 'true')
  await page.getByLabel(words.login.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.login.login, exact: true }).click()
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()
})
