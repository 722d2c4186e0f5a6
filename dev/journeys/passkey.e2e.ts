import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { closeMessages, password } from './support/steps.ts'
import { say, words } from './support/words.ts'

// This test uses the server under another origin (`localhost` instead of `127.0.0.1`). The data of this origin would stay
// in a reused browser, so the test gets a new one.
test.use({ hasNewBrowsers: true })

/**
 * Adds a simulated authenticator that stores passkeys and confirms each request at once.
 * @returns a function that sets whether requests are confirmed; otherwise they stay open
 */
async function addAuthenticator(page: Page): Promise<(enabled: boolean) => Promise<void>> {
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
  return async (enabled) => {
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }
}

test('A12 A13 a passkey is added, renamed, used to log in without a name, ended by the password, and removed', async ({
  browserOf,
  world,
  people,
}) => {
  const page = await browserOf('phone')
  const setConfirms = await addAuthenticator(page)
  // Passkeys do not work with an IP address.
  const home = world.origin.replace('127.0.0.1', 'localhost')
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
  // The code for passkeys cannot be loaded at first.
  await page.route('**/assets/make-passkey-*', (route) => route.abort())
  await page.getByRole('button', { name: words.passkeys.add }).click()
  await expect(page.getByText(words.error.network)).toBeVisible()
  await page.unroute('**/assets/make-passkey-*')
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

  // Now the request stays open until the password ends it.
  await setConfirms(false)
  await logOut()
  await endByPassword(page, people.alice.username)
  await setConfirms(true)

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

/** Logs in with a wrong and then with the right password, each time while the browser asks for a passkey. */
async function endByPassword(page: Page, username: string): Promise<void> {
  const passkey = page.getByRole('button', { name: words.login.passkey })
  const logIn = async (secret: string) => {
    await passkey.click()
    await expect(passkey).toHaveAttribute('aria-busy', 'true')
    await page.getByLabel(words.login.user).fill(username)
    await page.getByLabel(words.login.password, { exact: true }).fill(secret)
    await page.getByRole('button', { name: words.login.login, exact: true }).click()
  }
  await logIn('not-hers-1')
  await expect(page.getByRole('alert')).toHaveText(words.error.credentials)
  await expect(passkey).not.toHaveAttribute('aria-busy', 'true')
  await logIn(password)
  await expect(page.getByRole('heading', { name: words.onboarding.accounts })).toBeVisible()
}
