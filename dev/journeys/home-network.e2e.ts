import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNotes } from '@jointly/music-folder/testing'
import type { Page } from '@playwright/test'
import { freePort } from '../world/free-port.ts'
import { startWorld } from '../world/world.ts'
import { expect, test as base } from './support/fixtures.ts'
import { apartMs, expectSound } from './support/hearing.ts'
import { INSECURE_HOST } from './support/insecure-host.ts'
import { longMp3 } from './support/long-mp3.ts'
import {
  addSong,
  closeMessages,
  createSession,
  onboard,
  register,
  shareLink,
  tabTo,
} from './support/steps.ts'
import { say, words } from './support/words.ts'

/** Two pages play synchronously if the difference between them is at most this many milliseconds. */
const inStepMs = 100

/** A test with a server of a home network: plain http, and the music of the operator. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern here, even an empty one
  world: async ({}, use) => {
    const musicDir = await mkdtemp(join(tmpdir(), 'journey-music-'))
    for (const name of ['light', 'river']) await writeFile(join(musicDir, `Long ${name}.mp3`), longMp3)
    await writeFile(join(musicDir, 'Short night.mp3'), readNotes('untagged.mp3'))
    const port = await freePort()
    const world = await startWorld({
      PORT: String(port),
      PUBLIC_ORIGIN: `http://${INSECURE_HOST}:${port}`,
      REGISTRATION: 'open',
      MUSIC_DIR: musicDir,
    })
    await use(world)
    await world.close()
    await rm(musicDir, { recursive: true })
  },
})

test('J9 J4 J6 G8 J10 D14 B15 over plain http a guest with only a keyboard joins by code, hears an mp3 of the operator in sync, votes, searches, chats and skips', async ({
  people,
  world,
  browserOf,
}) => {
  const alice = await browserOf('desktop')
  const guest = await browserOf('phone')

  await register(alice, people.alice.username)
  expect(await alice.evaluate(() => window.isSecureContext)).toBe(false)
  await onboard(alice, 'Ann')
  await createSession(alice, 'Kitchen at home')

  expect(await shareLink(alice)).toContain(`${world.origin}/#/main/`)
  const short = await alice.getByLabel(words.session.social.shortLink, { exact: true }).inputValue()
  const code = short.split('/').at(-1) ?? ''
  await alice.getByRole('button', { name: words.session.social.copyShort }).click()
  await expect(alice.getByText(words.session.social.copied)).toBeVisible()
  await closeMessages(alice)
  const first = await addSong(alice, 'light')
  const second = await addSong(alice, 'river')
  await alice.getByRole('button', { name: words.player.play, exact: true }).click()

  await joinByKeyboard(guest, code)
  for (const page of [alice, guest]) {
    await expect(page.getByRole('heading', { name: first })).toBeVisible()
    await expectSound(page)
  }
  const apart = async () => Math.abs((await apartMs(alice, guest)) ?? Number.POSITIVE_INFINITY)
  // The test only hears the sound of audio graphs. So it fails if an audio element plays the song.
  await expect.poll(apart).toBeLessThan(inStepMs)
  // After a reload, the decoder comes from the cache of the browser.
  await alice.reload()
  await alice.getByRole('button', { name: words.player.play, exact: true }).click()
  await expectSound(alice)
  await takePartByKeyboard(guest, second)
  for (const page of [alice, guest]) await expect(page.getByRole('heading', { name: second })).toBeVisible()
  await expect(
    alice.getByRole('tab', { name: say(words.session.chat.unread_one, { count: 1 }) }),
  ).toBeVisible()

  const carla = await browserOf('phone')
  await carla.goto(`/s/${code}`)
  await expect(carla.getByText(second)).toBeVisible()
  await expect(carla.getByText(say(words.invitation.people_other, { count: 2 }))).toBeVisible()

  await alice.goto('/#/main/settings/setup')
  await expect(alice.getByText(words.settings.setupInsecure)).toBeVisible()
})

/** Opens a session as a guest, with the code of the session and without a pointer. */
async function joinByKeyboard(page: Page, code: string): Promise<void> {
  await page.goto('/#/join')
  await tabTo(page, page.getByLabel(words.code.label))
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`.toLowerCase())
  await expect(page.getByRole('heading', { name: 'Kitchen at home' })).toBeVisible()
  await press(page, words.guest.listen)
}

/** Votes for a song, adds another song, writes in the chat, shares the session, and skips, without a pointer. */
async function takePartByKeyboard(page: Page, song: string): Promise<void> {
  const up = page.getByRole('button', { name: say(words.session.votes.up, { title: song }) })
  await press(page, say(words.session.votes.up, { title: song }))
  await expect(up).toHaveAttribute('aria-pressed', 'true')

  // The arrow keys move between the tabs. Escape closes the open tab.
  await tabTo(page, page.getByRole('tab', { name: words.session.tabs.search }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('searchbox', { name: words.session.search.label }))
  await page.keyboard.type('night')
  const add = new RegExp(`^${say(words.session.song.add, { title: '.*night.*' })}$`, 'i')
  await press(page, add)
  const added = new RegExp(say(words.session.song.added, { title: '.*night.*' }), 'i')
  await expect(page.getByRole('button', { name: added })).toBeVisible()
  await page.keyboard.press('Escape')

  await tabTo(page, page.getByRole('tab', { name: words.session.tabs.search }))
  // From the first tab, the arrow leads to the last one.
  for (const key of ['ArrowLeft', 'Enter']) await page.keyboard.press(key)
  // The open tab is next in the tab order.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
  const field = page.getByLabel(words.session.chat.field)
  await tabTo(page, field)
  await page.keyboard.type('Hello from the keyboard')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await expect(page.getByText('Hello from the keyboard', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  // Escape closes the dialog, and the focus returns to the button that opened it.
  await press(page, words.session.share.open)
  await expect(page.getByLabel(say(words.session.share.qr, { title: 'Kitchen at home' }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: words.session.share.open })).toBeFocused()
  await press(page, words.session.skip.wish)
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name }).first())
  await page.keyboard.press('Enter')
}
