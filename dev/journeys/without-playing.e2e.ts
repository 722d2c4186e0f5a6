import { link, signIn } from '../world/api-user.ts'
import { expect, sizes, test } from './support/fixtures.ts'
import { listen } from './support/hearing.ts'
import { addSong, createSession, enter } from './support/steps.ts'
import { words } from './support/words.ts'

for (const size of sizes) {
  test(`L5 someone without an account joins, searches and votes on a ${size}, without playing`, async ({
    world,
    people,
    browserOf,
  }) => {
    await link(world.origin, await signIn(world.origin, people.alice), people.alice.linkedAs)
    const page = await browserOf(size, await signIn(world.origin, people.dora))
    await enter(page)
    await page.getByRole('button', { name: words.onboarding.without }).click()
    await createSession(page, 'Quiet corner')
    const title = await addSong(page, 'light')
    await expect(page.getByText(title).first()).toBeVisible()
    expect(await listen(page)).toBeNull()
  })
}
