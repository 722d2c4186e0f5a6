import { expect, it, onTestFinished } from 'vitest'
import { SSID } from '../../features/session/model/testing.ts'
import { insideTexts } from '../inside-texts.ts'
import { byName, eventually, open, pageText, queryAll, resetBrowser, withApp } from './app-testing.tsx'
import { account, invite, loggedIn, openSession, openTab, playing, provider } from './inside-testing.ts'

withApp()

const { social, tabs } = insideTexts.session

/** Returns the levels and texts of the headings in the order of the page. */
const headings = () =>
  queryAll('h1, h2, h3, h4, h5, h6').map((each) => ({
    level: Number(each.tagName.slice(1)),
    text: each.textContent ?? '',
  }))

/** Returns what is wrong with the outline of the page. */
function faults(): string[] {
  const found = headings()
  const mains = found.filter(({ level }) => level === 1).length
  const skips = found.filter(({ level }, index) => level > (found[index - 1]?.level ?? 1) + 1)
  return [
    ...(mains === 1 ? [] : [`${mains} main headings: ${JSON.stringify(found)}`]),
    ...skips.map(({ text }) => `a level is left out before ${text}`),
  ]
}

/** Waits until the whole screen is loaded. */
const loaded = () =>
  eventually(() => {
    expect(queryAll('[aria-busy=true]')).toHaveLength(0)
    expect(headings().filter(({ level }) => level === 1).length, pageText()).toBeGreaterThan(0)
  })

const answers = {
  'GET /api/provider': provider,
  'GET /api/invites/': [invite(1, playing), invite(2)],
  'GET /api/timeline': [],
  'GET /api/logins/': [],
  'GET /api/passkeys/': [],
}

/** Shows the app in a window of a phone until the end of the test. */
function onPhone(): void {
  const { innerWidth } = window
  Object.assign(window, { innerWidth: 390 })
  onTestFinished(() => void Object.assign(window, { innerWidth }))
}

it.each(['login', 'form', 'forgot', 'join', 'how', 'about', 'details', 'stage', 'nowhere'])(
  'D16 the screen %s has one main heading and leaves out no level',
  async (path) => {
    resetBrowser(answers)
    await open(`/${path}`)
    await loaded()
    expect(faults()).toEqual([])
  },
)

const inside = [
  '',
  '/edit',
  '/timeline',
  '/friends',
  '/friends/find',
  '/accounts',
  `/account/${account.id}`,
  '/settings',
  '/settings/setup',
  '/settings/logins',
  '/settings/passkeys',
  '/settings/doctor',
  '/browse',
  `/${invite(1).ssid}/upgrade`,
]

it.each(inside)('D16 the screen /main%s has one main heading and leaves out no level', async (path) => {
  loggedIn(answers)
  await open(`/main${path}`)
  await loaded()
  expect(faults()).toEqual([])
})

it.each(['', '/settings', '/friends'])(
  'D16 on a phone, the screen /app%s has one main heading and leaves out no level',
  async (path) => {
    onPhone()
    loggedIn(answers)
    await open(`/app${path}`)
    await loaded()
    expect(faults()).toEqual([])
  },
)

it('D16 a session has one main heading in every tab', async () => {
  await openSession({}, answers)
  expect(faults()).toEqual([])
  for (const name of [tabs.search, tabs.library, tabs.social, tabs.options]) {
    openTab(name)
    await loaded()
    expect(faults()).toEqual([])
  }
})

it('D16 the note about missing friends is below the heading of the list to choose from', async () => {
  await openSession({}, { ...answers, 'GET /api/friends/': [] })
  openTab(tabs.social)
  await eventually(() => expect(byName(social.inviteFriends)).toBeDefined())
  byName(social.inviteFriends).click()
  await eventually(() => expect(pageText()).toContain(social.noFriends))
  const levels = headings()
    .filter(({ text }) => text === social.inviteFriends || text === social.noFriends)
    .map(({ level }) => level)
  expect(levels).toEqual([3, 4])
})

it('D16 a session that failed to load has a main heading', async () => {
  const failed = Response.json({ error: { code: 'internal', message: '' } }, { status: 500 })
  loggedIn({ ...answers, [`GET /api/session/${SSID}`]: failed })
  await open(`/main/${SSID}`)
  await eventually(() => expect(queryAll('[data-failed]')).toHaveLength(1))
  expect(faults()).toEqual([])
})

it('D16 a session that is loading has a main heading', async () => {
  loggedIn({ ...answers, [`GET /api/session/${SSID}`]: new Promise(() => undefined) })
  await open(`/main/${SSID}`)
  await eventually(() => expect(pageText()).toContain(insideTexts.session.loading))
  expect(faults()).toEqual([])
})
