import { signIn } from '../world/front-door.ts'
import { people } from '../world/people.ts'
import { expect, sizes, test } from './fixtures.ts'
import { logIn, password } from './steps.ts'
import { words } from './words.ts'

for (const size of sizes) {
  test.describe(`pages of the server, on a ${size}`, () => {
    test('are framed: the description of the API', async ({ world, browserOf }) => {
      await signIn(world.origin, people.dora)
      const dora = await browserOf(size)
      await logIn(dora, people.dora.username, people.dora.password)
      await expect(dora).toHaveURL(/#\/onboarding/)
      await dora.goto(size === 'phone' ? '/#/app/browse' : '/#/main/browse')
      await dora.getByRole('link', { name: words.browse.api }).click()
      const page = dora.frameLocator('iframe')
      await expect(page.getByRole('heading', { name: 'Jointly API' })).toBeVisible()
    })

    test('A6 the first person creates them in a framed page, and someone new signs up by one', async ({
      world,
      browserOf,
    }) => {
      await signIn(world.origin, people.dora)
      const dora = await browserOf(size)
      await logIn(dora, people.dora.username, people.dora.password)
      await expect(dora).toHaveURL(/#\/onboarding/)
      await dora.goto(size === 'phone' ? '/#/app/browse' : '/#/main/browse')
      await dora.getByRole('link', { name: words.browse.ticket }).click()

      const page = dora.frameLocator('iframe')
      await page.getByRole('button', { name: 'Create ticket' }).click()
      await expect(page.getByText(`${world.origin}/#/activate/`)).toBeVisible()
      const first = await page.getByText('/#/activate/').textContent()
      await page.getByRole('button', { name: 'Create another ticket' }).click()
      await expect(page.getByText(first ?? '')).toHaveCount(0)
      const link = await page.getByText('/#/activate/').textContent()

      const guest = await browserOf(size)
      await guest.goto(link ?? '')
      await guest.getByLabel(words.register.username).fill('newcomer')
      await guest.getByLabel(words.register.email).fill('newcomer@example.org')
      await guest.getByLabel(words.register.password, { exact: true }).fill(password)
      await guest.getByRole('button', { name: words.activate.claim }).click()
      await expect(guest).toHaveURL(/#\/login/)
      await logIn(guest, 'newcomer', password)
      await expect(guest).toHaveURL(/#\/onboarding/)
    })
  })
}
