import { befriend, granted, signIn } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { openTab } from './support/steps.ts'
import { say, words } from './support/words.ts'

const { waiting, search, song, votes } = words.session

test('H9 songs wait until an operator approves them, and everyone sees each decision at once', async ({
  world,
  people,
  browserOf,
}) => {
  const [alice, bob, carla] = [
    await signIn(world.origin, people.alice),
    await signIn(world.origin, people.bob),
    await signIn(world.origin, people.carla),
  ]
  await befriend(alice, bob)
  const body = { title: 'Kitchen', managed: false, isPrivate: false }
  const { id: ssid } = granted(await alice.call('createSession', { body }))
  granted(await alice.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
  granted(await alice.call('setRole', { params: { ssid, id: bob.user.id }, body: { level: 'operator' } }))
  const { version } = granted(await alice.call('options', { params: { ssid } }))
  granted(await alice.call('saveOptions', { params: { ssid }, body: { version, approve: true } }))
  const operator = await browserOf('desktop', bob)
  const guest = await browserOf('phone', carla)
  for (const page of [operator, guest]) await page.goto(`/#/main/${ssid}`)

  // Carla adds three songs, and the app shows that they wait for approval.
  await openTab(guest, 'search')
  await expect(guest.getByText(waiting.note)).toBeVisible()
  await guest.getByRole('searchbox', { name: search.label }).fill('the')
  const add = guest.getByRole('button', { name: new RegExp(`^${say(song.add, { title: '' })}`) })
  const titles: string[] = []
  for (let count = 1; count <= 3; count += 1) {
    const label = await add.first().getAttribute('aria-label')
    titles.push(label?.slice(say(song.add, { title: '' }).length) ?? '')
    await add.first().click()
    await expect(guest.getByRole('tabpanel').getByText(waiting.own, { exact: true })).toHaveCount(count)
  }
  const [first = '', second = '', third = ''] = titles

  // Bob sees the songs without reloading. He approves one by keyboard, and the focus moves to the next one.
  const decide = (text: string, title: string) =>
    operator.getByRole('button', { name: say(text, { title }), exact: true })
  await openTab(operator, 'options')
  await operator.getByRole('button', { name: say(waiting.show, { count: '3' }) }).click()
  await expect(operator.getByRole('heading', { name: waiting.title })).toBeVisible()
  await decide(waiting.approve, first).focus()
  await operator.keyboard.press('Enter')
  await expect(decide(waiting.approve, first)).toHaveCount(0)
  await expect(decide(waiting.approve, second)).toBeFocused()
  await expect(
    guest.getByRole('button', { name: say(song.added, { title: first }), exact: true }).first(),
  ).toBeVisible()

  // Carla sees that a song was declined, and withdraws another song.
  await decide(waiting.decline, second).click()
  await expect(guest.getByText(say(waiting.declined, { title: second }))).toBeVisible()
  await guest
    .getByRole('button', { name: say(waiting.withdraw, { title: third }), exact: true })
    .first()
    .click()
  await expect(operator.getByRole('heading', { name: waiting.title })).toHaveCount(0)
  await expect(
    operator.getByRole('region', { name: votes.title }).getByText(first, { exact: true }),
  ).toBeVisible()
})
