import type { Page } from '@playwright/test'
import type { Words } from '../journeys/support/words.ts'
import { granted } from '../world/api-user.ts'
import { after, REST_MS, type Screen } from './screen.ts'

type TabName = keyof Words['session']['tabs']

const random: Screen['path'] = ({ shell, session }) => `/${shell}/${session}`
const managed: Screen['path'] = ({ shell, managed }) => `/${shell}/${managed}`

const openTab = (page: Page, name: Exclude<TabName, 'list'>, { session }: Words) =>
  page.getByRole('tab', { name: session.tabs[name] }).click()

/** Describes a tab of Alice's session in random mode. */
const tab = (name: Exclude<TabName, 'list'>, then?: (page: Page) => Promise<unknown>): Screen =>
  after(name, 'alice', random, async (page, _, words) => {
    await openTab(page, name, words)
    await then?.(page)
  })

type TextOf = (words: Words) => string

/** Describes a section of the options of Alice's managed session. */
const options = (name: string, section: TextOf, button?: TextOf): Screen =>
  after(name, 'alice', managed, async (page, world, words) => {
    await openTab(page, 'options', words)
    const title = page.getByRole('heading', { name: section(words), exact: true })
    await title.scrollIntoViewIfNeeded()
    if (button) await press(button)(page, world, words)
    await title.evaluate((element) => element.scrollIntoView())
  })

const press = (button: TextOf) => (page: Page, _: unknown, words: Words) =>
  page.getByRole('button', { name: button(words) }).click()

async function playInSync(page: Page, _: unknown, { player }: Words): Promise<void> {
  await page.getByRole('button', { name: player.play, exact: true }).click()
  const text = player.listening.within.replaceAll(/[()]/g, String.raw`\$&`)
  await page
    .getByText(new RegExp(`^${text.replace('{{ms}}', String.raw`\d{1,2}`)}`))
    .first()
    .waitFor()
}

const chatLines = [
  ['bob', 'Who put this on? I love it.'],
  ['carla', 'Me! The next one is even better.'],
  ['alice', 'Vote it up, then.'],
] as const

/** The screen with Bob's songs that wait for Alice's approval. No other picture shows this session. */
const waiting = after(
  'waiting',
  'alice',
  ({ shell }) => `/${shell}`,
  async (page, { people: { alice, bob }, sessions }, words) => {
    const params = { ssid: sessions.at(-1) ?? '' }
    const { version } = granted(await alice.call('options', { params }))
    granted(await alice.call('saveOptions', { params, body: { version, approve: true } }))
    const { data } = granted(await bob.call('songs', { query: { query: 'light', ssid: params.ssid } }))
    for (const { id } of data.slice(-2))
      granted(await bob.call('voteUp', { params, body: { songID: id, vote: 'up' } }))
    await page.goto(`${page.url()}/${params.ssid}`)
    await page.getByText(words.session.waiting.title).first().waitFor()
    await page.waitForTimeout(REST_MS)
  },
)

const pairedStage = after(
  'stage',
  null,
  () => '/stage',
  async (page, { people, sessions: [ssid = ''] }, words) => {
    const code = (await page.getByLabel(words.stage.code).textContent()) ?? ''
    await people.alice.call('pairStage', { params: { ssid }, body: { code, sound: false } })
    await page.getByLabel(words.stage.qr).waitFor()
    await page.waitForTimeout(3 * REST_MS)
  },
)

/** A big screen that shows Alice's session. */
export const stage: Screen = { ...pairedStage, windows: ['desktop', 'hd', '4k', 'portrait'] }

/** The screens of a session, including its tabs and dialogs. */
export const sessionScreens: readonly Screen[] = [
  after('session', 'alice', random, playInSync),
  after('mini-player', 'alice', random, async (page, world, words) => {
    await playInSync(page, world, words)
    await page.getByRole('link', { name: words.state.back }).click()
  }),
  tab('search', async (page) => {
    await page.getByRole('searchbox').fill('light')
    await page.waitForTimeout(3 * REST_MS)
  }),
  tab('library'),
  tab('social'),
  after('chat', 'alice', random, async (page, { people, sessions: [ssid = ''] }, words) => {
    // This runs for each picture. With the same `key`, the server stores a chat line only once.
    for (const [name, text] of chatLines)
      await people[name].call('addChatLine', { params: { ssid }, body: { text, key: `picture-${name}` } })
    await openTab(page, 'chat', words)
  }),
  after('profile', 'alice', random, async (page, _, words) => {
    await openTab(page, 'social', words)
    await page.getByRole('button', { name: /^bob/ }).first().click()
  }),
  after(
    'share',
    'alice',
    random,
    press(({ session }) => session.share.open),
  ),
  after('invite', 'alice', random, async (page, world, words) => {
    await openTab(page, 'social', words)
    await press(({ session }) => session.social.inviteFriends)(page, world, words)
  }),
  after(
    'calibration',
    'alice',
    random,
    press(({ calibration }) => calibration.title),
  ),
  waiting,
  tab('options'),
  options('options-managed', ({ session }) => session.options.managed.title),
  options('options-people', ({ session }) => session.options.people.title),
  options(
    'options-people-add',
    ({ session }) => session.options.people.title,
    ({ session }) => session.options.people.add,
  ),
  options('options-flavors', ({ session }) => session.options.flavor.title),
  options(
    'options-flavors-add',
    ({ session }) => session.options.flavor.title,
    ({ session }) => session.options.flavor.add,
  ),
  options('options-banned', ({ session }) => session.options.banned.title),
  options('options-rules', ({ session }) => session.options.rules.title),
  options('options-share', ({ session }) => session.options.share.title),
]
