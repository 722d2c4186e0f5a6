import { signIn } from '../world/front-door.ts'
import { people } from '../world/people.ts'
import { expect, sizes, test } from './fixtures.ts'
import { logIn, password } from './steps.ts'
import { words } from './words.ts'

for (const size of sizes) {
  test.describe(`pages of the server, on a ${size}`, () => {
    test('A6 the first person creates them in a framed page, and someone new signs up by one', async ({
      world,
      browserOf,
    }) => {
      const dora = await browserOf(size, await signIn(world.origin, people.dora))
      await dora.goto(size === 'phone' ? '/#/app/browse' : '/#/main/browse')
      const page = dora.frameLocator('iframe')
      await dora.getByRole('link', { name: words.browse.api }).click()
      await expect(page.getByRole('heading', { name: 'Jointly API' })).toBeVisible()

      await dora.getByRole('link', { name: words.state.back }).click()
      await dora.getByRole('link', { name: words.browse.ticket }).click()
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
