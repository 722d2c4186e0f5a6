import type { Page } from '@playwright/test'
import { befriend, link, signIn } from '../world/api-user.ts'
import type { NamedPeople } from '../world/people.ts'
import type { World } from '../world/world.ts'
import { type BrowserOf, expect, test } from './support/fixtures.ts'
import { enter, openTab, shareLink } from './support/steps.ts'
import { say, words } from './support/words.ts'

const options = words.session.options

/**
 * Opens a browser on the home screen for each person: Alice with a linked account, her friend Bob, and Carla.
 */
async function openBrowsers(world: World, people: NamedPeople, browserOf: BrowserOf) {
  const [alice, bob, carla] = [
    await signIn(world.origin, people.alice),
    await signIn(world.origin, people.bob),
    await signIn(world.origin, people.carla),
  ]
  await befriend(alice, bob)
  await link(world.origin, alice, people.alice.linkedAs)
  const pages = {
    alice: await browserOf('desktop', alice),
    bob: await browserOf('phone', bob),
    carla: await browserOf('phone', carla),
  }
  await enter(pages.alice)
  await expect(pages.alice).toHaveURL(/#\/main$/)
  return pages
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: options.save.action }).click()
  await expect(page.getByText(options.save.saved)).toBeVisible()
}

test('R1 R2 R3 R4 R5 S5 F3 I1 an owner gives others roles in a session, and everyone sees each change at once', async ({
  world,
  people,
  browserOf,
}) => {
  const { alice, bob, carla } = await openBrowsers(world, people, browserOf)

  // For a managed session, the upgrade screen opens before the session.
  await alice.getByRole('link', { name: words.home.create }).first().click()
  await alice.getByLabel(words.edit.name).fill('Kitchen')
  await alice.getByRole('switch', { name: words.edit.managed }).click()
  await alice.getByRole('button', { name: words.edit.save }).click()
  await alice.getByRole('button', { name: words.upgrade.infiniteAction }).click()
  const address = await shareLink(alice)
  for (const guest of [bob, carla]) {
    await guest.goto(address)
    await expect(guest.getByRole('heading', { name: 'Kitchen' })).toBeVisible()
  }

  // Alice makes Bob an operator and forbids a song, and saves both at once.
  await openTab(alice, 'options')
  await expect(alice.getByText(options.managed.forGood)).toBeVisible()
  await expect(alice.getByRole('button', { name: options.save.action })).toHaveCount(0)
  await alice.getByRole('button', { name: options.people.add }).click()
  await alice.getByRole('button', { name: say(options.people.pick, { name: people.bob.username }) }).click()
  await alice.getByRole('button', { name: options.done }).click()
  await expect(alice.getByRole('button', { name: options.people.add })).toBeFocused()
  await alice.getByRole('button', { name: say(options.people.remove, { name: people.bob.username }) }).click()
  await expect(alice.getByRole('button', { name: options.people.add })).toBeFocused()
  await expect(alice.getByRole('button', { name: options.save.action })).toHaveCount(0)
  await alice.getByRole('button', { name: options.people.add }).click()
  await alice.getByRole('button', { name: say(options.people.pick, { name: people.bob.username }) }).click()
  await alice.keyboard.press('Escape')
  await alice.getByLabel(say(options.people.levelOf, { name: people.bob.username })).selectOption('operator')
  await alice.getByRole('radio', { name: options.flavor.blacklist }).check()
  await alice.getByRole('button', { name: options.flavor.add }).click()
  await alice.getByRole('searchbox', { name: words.session.search.label }).fill('river')
  const pick = alice.getByRole('region', { name: options.flavor.songs }).getByRole('button').first()
  const label = await pick.getAttribute('aria-label')
  const refused = label?.slice(say(options.flavor.pick, { name: '' }).length) ?? ''
  await pick.click()
  await alice.getByRole('button', { name: options.done }).click()
  await save(alice)

  // The search shows which songs the flavor (song rules) refuses, and why.
  await openTab(bob, 'search')
  await bob.getByRole('searchbox', { name: words.session.search.label }).fill('river')
  await expect(bob.getByText(say(words.session.song.refused, { name: refused }))).toBeVisible()

  // As an operator, Bob sees more options than before. He bans Carla, who has to leave at once.
  await openTab(bob, 'options')
  await bob.getByRole('button', { name: options.banned.add }).click()
  await expect(bob.getByRole('heading', { name: options.flavor.title })).toHaveCount(0)
  await bob.getByRole('button', { name: say(options.banned.pick, { name: people.carla.username }) }).click()
  await expect(carla.getByText(words.session.out.banned)).toBeVisible()
  await expect(bob.getByRole('button', { name: options.banned.add })).toBeFocused()
  // Bob saves next. His page has the new version of the options when its list has Carla.
  for (const page of [alice, bob])
    await expect(page.getByText(people.carla.username, { exact: true })).toBeVisible()

  // Two people change the title at the same time. The second person sees the title of the first, keeps their own
  // title and saves it.
  await alice.getByLabel(options.general.name).fill('Attic')
  await bob.getByLabel(options.general.name).fill('Roof')
  await save(bob)
  await expect(alice.getByText(say(options.conflictWith, { theirs: 'Roof' }))).toBeVisible()
  await save(alice)
  await expect(bob.getByLabel(options.general.name)).toHaveValue('Attic')

  // The app asks the person before unsaved changes are lost.
  await alice.getByRole('radio', { name: options.policy.strict }).check()
  await openTab(alice, 'social')
  await alice.getByRole('button', { name: options.confirm.stay }).click()
  await openTab(alice, 'social')
  await alice
    .getByRole('alertdialog')
    .getByRole('button', { name: options.confirm.save, exact: true })
    .click()
  await expect(alice.getByRole('button', { name: words.session.social.inviteFriends })).toBeVisible()

  // In a strict session an operator cannot invite, and the screen says why.
  await openTab(bob, 'social')
  await expect(bob.getByText(words.session.social.mayNot)).toBeVisible()
  await expect(bob.getByRole('button', { name: words.session.social.inviteFriends })).toHaveCount(0)
})
