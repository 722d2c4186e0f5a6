import { expect, it } from 'vitest'
import { aSession, SSID } from '../../../features/session/model/testing.ts'
import { loadFriends } from '../../../shared/store/load-lists.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../../inside-texts.ts'
import {
  choose,
  eventually,
  pageText,
  press,
  queryAll,
  withApp,
  dialog,
  dialogButton,
} from '../app-testing.tsx'
import { ANN, BEN, openSession, openTab, startInSession } from '../inside-testing.ts'

const { people } = insideTexts
const { profile } = people
const path = `/api/session/${SSID}`
const options = { version: 1, managed: true, mods: [], banned: [] }
const matcher = { picked: 0, voted: 0, listeners: [] }
const managed = { ...aSession().session, owner: ANN, managed: true, mode: 'managed' as const }

const friend = { ...BEN, user1: ANN.id, user2: BEN.id, is_friend: true, status: 'friends' }
const shown = () => useToasts.getState().toasts.map(({ text }) => text)

/** Opens the sheet about Ben, who is a friend of the reader. */
async function openSheet(answers: Record<string, unknown>): Promise<void> {
  await openSession(
    { session: managed, active: [ANN, BEN], activeCount: 2 },
    { 'GET /api/friends/': [friend], [`GET ${path}/options`]: options, ...answers },
  )
  await loadFriends()
  openTab('Social')
  await eventually(() => expect(pageText()).toContain('Online Now'))
  press(queryAll('button').find((one) => one.textContent?.startsWith('B') && one.textContent.includes('ben')))
  await eventually(() => expect(dialog()?.textContent).toContain('ben'))
}

withApp(startInSession)

it('S7 U5 after a ban the sheet says so and offers only to lift it', async () => {
  await openSheet({ [`GET ${path}/matcher`]: matcher, [`PUT ${path}/people/${BEN.id}/ban`]: options })
  await eventually(() => expect(dialogButton(profile.ban)).toBeDefined())
  expect(dialog()?.querySelectorAll('select')).toHaveLength(1)
  press(dialogButton(profile.ban))
  await eventually(() => expect(dialogButton(profile.lift)).toBeDefined())
  expect(dialog()?.textContent).toContain(people.banned)
  expect(dialogButton(profile.ban)).toBeUndefined()
  expect(dialogButton(profile.invite)).toBeUndefined()
  expect(dialog()?.querySelector('select')).toBeNull()
  // The button that lifts the ban shows no check mark: the ban has succeeded, not the lifting.
  expect(dialogButton(profile.lift)?.dataset['state']).toBe('default')
  press(dialogButton(profile.lift))
  await eventually(() => expect(dialogButton(profile.ban)).toBeDefined())
  expect(dialogButton(profile.ban)?.dataset['state']).toBe('default')
})

it('S7 after lifting a ban, only the message about lifting it is shown', async () => {
  await openSheet({ [`GET ${path}/matcher`]: matcher, [`PUT ${path}/people/${BEN.id}/ban`]: options })
  await eventually(() => expect(dialogButton(profile.ban)).toBeDefined())
  press(dialogButton(profile.ban))
  await eventually(() => expect(shown()).toContain(profile.banned.replace('{{name}}', 'ben')))
  await eventually(() => expect(dialogButton(profile.lift)).toBeDefined())
  press(dialogButton(profile.lift))
  await eventually(() => expect(shown()).toContain(profile.lifted.replace('{{name}}', 'ben')))
  expect(shown()).not.toContain(profile.banned.replace('{{name}}', 'ben'))
})

it('S7 R3 the sheet says that the session has as many roles and bans as it can have', async () => {
  const full = () =>
    Response.json({ error: { code: 'too-many', message: 'More are not possible.' } }, { status: 409 })
  const calls = {
    [`PUT ${path}/people/${BEN.id}/ban`]: full(),
    [`PUT ${path}/people/${BEN.id}/role`]: full(),
  }
  await openSheet({ [`GET ${path}/matcher`]: matcher, ...calls })
  await eventually(() => expect(dialogButton(profile.ban)).toBeDefined())
  choose(dialog()?.querySelector('select'), 'relate')
  await eventually(() => expect(shown()).toContainEqual(expect.stringContaining('100 people')))
  press(dialogButton(profile.ban))
  await eventually(() => expect(shown()).toContainEqual(expect.stringContaining('1000 banned')))
})

it('U5 the buttons appear together with the facts above them, so that they do not move', async () => {
  const answer = Promise.withResolvers<object>()
  await openSheet({ [`GET ${path}/matcher`]: answer.promise })
  expect(dialogButton(profile.ban)).toBeUndefined()
  answer.resolve(matcher)
  await eventually(() => expect(dialogButton(profile.ban)).toBeDefined())
  expect(dialog()?.textContent).toContain(profile.member)
})

it.each([
  ['asked', profile.accept],
  // The two requests crossed.
  ['none', profile.befriend],
])('N1 U5 the sheet says that two people are friends now: %s', async (status, button) => {
  const before = { ...friend, is_friend: false, status }
  await openSheet({
    [`GET ${path}/matcher`]: matcher,
    'GET /api/friends/': [before],
    'POST /api/friends/change': friend,
  })
  await eventually(() => expect(dialogButton(button)).toBeDefined())
  press(dialogButton(button))
  await eventually(() => expect(shown()).toEqual(['You and ben are friends now.']))
})

it.each([
  ['operator', /Operator: .*auses.*songs.*chat.*bans/],
  ['manager', /Manager: .*operator.*options/],
])('U5 R1 the sheet says what a person with the role %s may do', async (level, rights) => {
  const mods = [{ user_id: BEN.id, username: 'ben', level }]
  await openSheet({ [`GET ${path}/matcher`]: matcher, [`GET ${path}/options`]: { ...options, mods } })
  await eventually(() => expect(dialog()?.textContent).toMatch(rights))
})
