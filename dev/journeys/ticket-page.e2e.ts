import { granted } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'

test('A6 O3 the ticket page creates a ticket in a browser, which sends the origin of the form', async ({
  first,
  browserOf,
}) => {
  const { url } = granted(await first.call('openTicketPage'))
  const page = await browserOf('phone')
  await page.goto(url)
  await page.getByRole('button', { name: 'Create ticket' }).click()
  await expect(page.getByRole('button', { name: 'Create another ticket' })).toBeVisible()
})
