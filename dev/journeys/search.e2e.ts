import type { Page } from '@playwright/test'
import { choosePlaylists, granted, link, signIn } from '../world/api-user.ts'
import { expect, test } from './support/fixtures.ts'
import { openTab } from './support/steps.ts'
import { say, words } from './support/words.ts'

const { search, song } = words.session

/** Returns the title of the song that an add button adds. @param index of the button among all add buttons */
async function titleAt(page: Page, index: number): Promise<string> {
  const name = await page.getByRole('button', { name: /^Add / }).nth(index).getAttribute('aria-label')
  return name?.slice(say(song.add, { title: '' }).length) ?? ''
}

/** The add button of a song. */
const add = (page: Page, title: string) =>
  page.getByRole('button', { name: say(song.add, { title }), exact: true })

/** The distance of a song from the top of the window, in pixels. */
const topOf = async (page: Page, title: string) => (await add(page, title).boundingBox())?.y

test('Q2 Q1 Q4 Q6 Q7 Q8 the search keeps its place while a person adds songs and looks around', async ({
  world,
  people,
  browserOf,
}) => {
  const alice = await signIn(world.origin, people.alice)
  await link(world.origin, alice, people.alice.linkedAs)
  await choosePlaylists(alice, Number.POSITIVE_INFINITY)
  const body = { title: 'Balcony', managed: false, isPrivate: false }
  const { id: ssid } = granted(await alice.call('createSession', { body }))
  const page = await browserOf('phone', alice)
  await page.goto(`/#/main/${ssid}`)
  await openTab(page, 'search')
  await expect(page.getByRole('heading', { name: search.groups.playlists })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add / })).toHaveCount(8)

  const box = page.getByRole('searchbox', { name: search.label })
  await box.fill('light')
  await expect(page.getByRole('button', { name: /^Add .*light/i }).nth(2)).toBeVisible()
  await page
    .getByRole('button', { name: new RegExp(`^${say(song.preview, { title: '' }).split(',')[0]}`) })
    .first()
    .click()
  const preview = page.getByRole('button', { name: new RegExp(`^${say(song.previewStop, { title: '' })}`) })
  await expect(preview).not.toHaveAttribute('aria-busy')
  await preview.click()
  await expect(preview).toHaveCount(0)

  const [first, below] = [await titleAt(page, 0), await titleAt(page, 1)]
  const belowAt = await topOf(page, below)
  expect(belowAt).toBeGreaterThan(0)
  await add(page, first).click()
  await expect(page.getByRole('button', { name: say(song.added, { title: first }) })).toBeVisible()
  await expect(
    page.getByRole('button', { name: say(words.session.votes.up, { title: first }) }),
  ).toBeVisible()
  await expect.poll(() => topOf(page, below)).toBe(belowAt)

  const last = await titleAt(page, (await page.getByRole('button', { name: /^Add / }).count()) - 1)
  await add(page, last).scrollIntoViewIfNeeded()
  const lastAt = await topOf(page, last)
  expect(lastAt).toBeGreaterThan(0)
  const row = page.getByRole('listitem').filter({ has: add(page, last) })
  await row
    .getByRole('button', { name: new RegExp(`^${say(search.pages.openAlbum, { name: '.+' })}$`) })
    .click()
  await expect(page.getByRole('heading', { level: 3 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('light')
  await expect.poll(() => topOf(page, last)).toBe(lastAt)

  await openTab(page, 'library')
  await openTab(page, 'search')
  await expect(box).toHaveValue('light')
  await expect.poll(() => topOf(page, last)).toBe(lastAt)
})
