import { granted } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { password } from './support/steps.ts'
import { words } from './support/words.ts'

test('A6 O3 the first person creates tickets in a framed page and on the page itself, and someone new registers with one', async ({
  world,
  first,
  people,
  browserOf,
}) => {
  const dora = await browserOf('phone', first)
  await dora.goto('/#/app/browse')
  const page = dora.frameLocator('iframe')
  await dora.getByRole('link', { name: words.browse.api }).click()
  await expect(page.getByRole('heading', { name: 'Jointly API' })).toBeVisible()

  await dora.getByRole('link', { name: words.state.back }).click()
  await dora.getByRole('link', { name: words.browse.ticket }).click()
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(dora.getByLabel(words.browse.ticketLink)).toHaveValue(
    new RegExp(`^${world.origin}/#/activate/`),
  )
  // The app shows the link, so it is hidden in the framed page.
  await expect(page.getByText('/#/activate/')).toBeHidden()
  const earlier = await page.getByText('/#/activate/').textContent()
  await page.getByRole('button', { name: 'Create another ticket' }).click()
  await expect(page.getByText(earlier ?? '')).toHaveCount(0)
  const link = await page.getByText('/#/activate/').textContent()
  await expect(dora.getByLabel(words.browse.ticketLink)).toHaveValue(link ?? '')
  await expect(dora.getByLabel(words.browse.ticketQr)).toBeVisible()

  // Without the frame, the form also sends its origin.
  const { url } = granted(await first.call('openTicketPage'))
  await dora.goto(url)
  await dora.getByRole('button', { name: 'Create ticket' }).click()
  await expect(dora.getByRole('button', { name: 'Create another ticket' })).toBeVisible()

  const newcomer = people.carla
  const guest = await browserOf('phone')
  await guest.goto(link ?? '')
  await guest.getByLabel(words.login.user).fill(newcomer.username)
  await guest.getByLabel(words.register.email).fill(newcomer.email)
  await guest.getByLabel(words.login.password, { exact: true }).fill(password)
  await guest.getByRole('button', { name: words.activate.claim }).click()
  await expect(guest).toHaveURL(/#\/login/)
  await guest.getByRole('button', { name: words.login.getIn }).click()
  await expect(guest).toHaveURL(/#\/onboarding/)
})
