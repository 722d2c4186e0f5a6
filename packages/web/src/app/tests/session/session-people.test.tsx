import { describe, expect, it } from 'vitest'
import type { Friend, Role } from '@jointly/contract'
import { aSession, aVote, settled, SSID } from '../../../features/session/model/testing.ts'
import { useStore } from '../../../shared/store/store.ts'
import { currentPath, eventually, pageText, sentTo, setAnswers, withApp, dialog } from '../app-testing.tsx'
import { loadFriends } from '../../../shared/store/load-lists.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../../inside-texts.ts'
import { ANN, BEN, invite, openSession, ssid, openTab, startInSession } from '../inside-testing.ts'

const { notice, profile } = insideTexts.people
const guest = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a05', username: 'Mia', guest: true as const }
const options = { version: 1, managed: false, banned: [] }

const buttons = (root: ParentNode | null = document) => [...(root?.querySelectorAll('button') ?? [])]
const press = (name: string, root?: ParentNode | null) => {
  const found = buttons(root).find(
    (each) => each.textContent?.trim() === name || each.getAttribute('aria-label') === name,
  )
  expect(
    found,
    `${name} in ${buttons(root)
      .map((each) => each.textContent)
      .join()}`,
  ).toBeDefined()
  found?.click()
}

withApp(startInSession)

describe('people in a session', () => {
  it('S7 U5 the owner bans a person at once from the sheet, also in an ordinary session', async () => {
    const after = { ...options, version: 2, banned: [{ user_id: guest.id, username: 'Mia', guest: true }] }
    await openSession(
      { active: [ANN, guest], activeCount: 2 },
      {
        'GET /api/friends/': [],
        [`GET /api/session/${SSID}/options`]: options,
        [`PUT /api/session/${SSID}/people/${guest.id}/ban`]: after,
      },
    )
    openTab('Social')
    await eventually(() => expect(pageText()).toContain('Online Now'))
    buttons()
      .find((each) => each.textContent?.startsWith('M') && each.textContent.includes('Mia'))
      ?.click()
    await eventually(() => expect(dialog()?.textContent).toContain(profile.ban))
    expect(dialog()?.textContent).not.toContain(profile.befriend)
    press(profile.ban, dialog())
    await eventually(() =>
      expect(sentTo(`PUT /api/session/${SSID}/people/${guest.id}/ban`)).toEqual([{ banned: true }]),
    )
    const undo = () => useToasts.getState().toasts.find(({ action }) => action?.label === profile.undo)
    await eventually(() => expect(undo()?.text).toContain('Mia (guest) is banned'))
    undo()?.action?.run()
    await eventually(() =>
      expect(sentTo(`PUT /api/session/${SSID}/people/${guest.id}/ban`)).toContainEqual({ banned: false }),
    )
  })

  it('C8 U5 a moderator mutes a person in the sheet, reads that they are muted, and lets them write again', async () => {
    const page = { lines: [], last: 0, more: false, muted: false }
    const chat = `GET /api/session/${SSID}/chat`
    const mute = `PUT /api/session/${SSID}/chat/mute`
    await openSession(
      { active: [ANN, BEN], activeCount: 2, setup: { ...aSession().setup, chat: true } },
      {
        [`GET /api/session/${SSID}/options`]: options,
        [chat]: { ...page, mutedPeople: [] },
        [mute]: {},
      },
    )
    openTab('Social')
    await eventually(() => expect(pageText()).toContain('Online Now'))
    buttons()
      .find((each) => each.textContent?.startsWith('B') && each.textContent.includes('ben'))
      ?.click()
    await eventually(() => expect(dialog()?.textContent).toContain('Mute ben in the chat'))
    setAnswers({ [chat]: { ...page, mutedPeople: [BEN] } })
    press('Mute ben in the chat', dialog())
    await eventually(() => expect(dialog()?.textContent).toContain(profile.muted))
    setAnswers({ [chat]: { ...page, mutedPeople: [] } })
    press('Unmute ben', dialog())
    await eventually(() => expect(dialog()?.textContent).not.toContain(profile.muted))
    expect(sentTo(mute)).toEqual([
      { userID: BEN.id, muted: true },
      { userID: BEN.id, muted: false },
    ])
  })

  it('U5 the sheet says that a person is a friend', async () => {
    await openSession(
      { active: [ANN, BEN], activeCount: 2 },
      {
        'GET /api/friends/': [{ ...BEN, user1: ANN.id, user2: BEN.id, is_friend: true, status: 'friends' }],
        [`GET /api/session/${SSID}/options`]: options,
      },
    )
    await loadFriends()
    openTab('Social')
    await eventually(() => expect(pageText()).toContain('Online Now'))
    buttons()
      .find((each) => each.textContent?.startsWith('B') && each.textContent.includes('ben'))
      ?.click()
    await eventually(() => expect(dialog()?.textContent).toContain(profile.friend))
    // A session that is not managed has only the role of the owner. So the app shows to everyone that this person has
    // no role.
    expect(dialog()?.textContent).toContain(profile.member)
  })

  it('U5 the sheet says what a person may do, and what they brought and voted for', async () => {
    const byBen = { ...aVote('a', 1), voters: [0] }
    const turns = { songs: 12, picked: 2, voted: 1, next: false }
    await openSession(
      {
        active: [ANN, BEN],
        activeCount: 2,
        votes: [{ ...byBen, why: { ...byBen.why, by: BEN } }],
        voteCount: 1,
        voters: [BEN],
      },
      {
        [`GET /api/session/${SSID}/options`]: {
          ...options,
          mods: [{ user_id: BEN.id, username: 'ben', level: 'operator' }],
        },
        [`GET /api/session/${SSID}/matcher`]: {
          listeners: [{ user: BEN, ...turns }],
          ...{ listenerCount: 1, without: [], withoutCount: 0, picked: 4, voted: 3 },
        },
      },
    )
    openTab('Social')
    await eventually(() => expect(pageText()).toContain('Online Now'))
    buttons()
      .find((each) => each.textContent?.startsWith('B') && each.textContent.includes('ben'))
      ?.click()
    const facts = () => [...(dialog()?.querySelectorAll('ul li') ?? [])].map((each) => each.textContent)
    await eventually(() =>
      expect(facts()).toEqual([
        expect.stringMatching(/^Operator: .*bans/),
        'Brought a to the list',
        'Voted for 1 listed song',
        'Brought 3 of the last 7 songs that played',
        'Has 12 songs for the Matcher',
      ]),
    )
  })

  it('G2 U5 a guest reads why they cannot add a friend, and others read what a guest may do', async () => {
    await openSession(
      { active: [ANN, guest], activeCount: 2 },
      { [`GET /api/session/${SSID}/options`]: options },
    )
    openTab('Social')
    await eventually(() => expect(pageText()).toContain('Online Now'))
    buttons()
      .find((each) => each.textContent?.startsWith('M') && each.textContent.includes('Mia'))
      ?.click()
    await eventually(() => expect(dialog()?.textContent).toContain(profile.guest))
    expect(dialog()?.textContent).toContain(profile.ofGuest)
    useStore.setState(({ user }) => ({ user: user && { ...user, guest: true } }))
    await eventually(() => expect(dialog()?.textContent).toContain(profile.asGuest))
  })

  it('U5 the sheet about oneself leads to the settings', async () => {
    await openSession({ active: [ANN, BEN], activeCount: 2 })
    openTab('Social')
    await eventually(() => expect(pageText()).toContain('Online Now'))
    buttons()
      .find((each) => each.textContent?.includes('You'))
      ?.click()
    await eventually(() => expect(dialog()?.querySelector('a')?.textContent).toContain(profile.settings))
    expect(dialog()?.querySelector('a')?.getAttribute('href')).toContain('/settings')
  })

  it('U5 the faces in the header open the list of people, and the focus follows', async () => {
    await openSession({ active: [ANN, BEN], activeCount: 2 })
    const faces = () => buttons().find((each) => each.textContent?.startsWith('2 people here. Show who'))
    expect(faces()?.closest('header')).not.toBeNull()
    faces()?.focus()
    faces()?.click()
    await eventually(() => expect(pageText()).toContain('Online Now'))
    await eventually(() => expect(document.activeElement?.textContent).toBe('Social'))
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true')
  })

  it('U5 the name and the picture in the chat open the sheet about a person', async () => {
    const line = { id: 1, user: BEN, text: 'hello', at: new Date().setHours(12) }
    await openSession(
      { active: [ANN], activeCount: 1, setup: { ...aSession().setup, chat: true } },
      {
        'GET /api/friends/': [],
        [`GET /api/session/${SSID}/options`]: options,
        [`GET /api/session/${SSID}/chat`]: { lines: [line], last: 1, more: false, muted: false },
      },
    )
    openTab('Chat')
    const parts = () => [
      ...document.querySelectorAll<HTMLElement>('[role=tabpanel] ol button:not([aria-label])'),
    ]
    // Only the name can be reached with the keyboard, so that Tab stops only once for each person.
    await eventually(() => expect(parts().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]))
    expect(parts()[1]?.textContent).toBe('ben')
    for (const part of parts()) {
      part.click()
      await eventually(() => expect(dialog()?.textContent).toContain(profile.away))
      press('Close', dialog())
      await eventually(() => expect(dialog()).toBeNull())
      // The focus returns to the name.
      await eventually(() => expect(document.activeElement).toBe(parts()[1]))
    }
  })

  it('U1 U5 a song shows who voted, the names open on a press, and a person can be added as a friend', async () => {
    const vote = { ...aVote('a', 9), voters: [1, 0] }
    await openSession(
      { votes: [vote], voteCount: 1, voters: [ANN, BEN] },
      { 'GET /api/friends/': [], [`GET /api/session/${SSID}/options`]: options },
    )
    const name = 'Votes from ben, ann and 7 more people. Show names'
    const faces = () => buttons().find((each) => each.textContent?.startsWith(name))
    await eventually(() => expect(faces()).toBeDefined())
    faces()?.click()
    await eventually(() => expect(dialog()?.textContent).toContain('and 7 more people'))
    buttons(dialog())
      .find((each) => each.textContent?.includes('ben'))
      ?.click()
    await eventually(() => expect(dialog()?.textContent).toContain(profile.befriend))
    press(profile.befriend, dialog())
    await eventually(() =>
      expect(sentTo('POST /api/friends/change')).toEqual([{ friend: BEN.id, wish: true }]),
    )
  })
})

/** Lets the app fetch the session again, as it does when the device is online again. */
async function fetchAgain(): Promise<void> {
  for (const isOnline of [false, true]) {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
    await settled()
  }
}

describe('messages inside a session', () => {
  const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text)
  const asked: Friend = {
    ...{ id: BEN.id, username: 'ben', user1: BEN.id, user2: ANN.id, is_friend: false },
    status: 'asked',
  }

  it('R2 a person reads that they got a role, and that they lost it', async () => {
    const session = aSession({ active: [ANN, BEN], activeCount: 2 })
    const inRole = (role: Role) => ({ ...session, you: { ...session.you, role } })
    await openSession(inRole('guest'))
    setAnswers({ [`GET /api/session/${SSID}`]: inRole('operator') })
    await fetchAgain()
    await eventually(() =>
      expect(toastTexts()).toContainEqual(expect.stringMatching(/^Your new role here: Operator\. .*bans/)),
    )
    setAnswers({ [`GET /api/session/${SSID}`]: inRole('guest') })
    await fetchAgain()
    await eventually(() => expect(toastTexts()).toContain(notice.roleGone))
  })

  it('U6 a new friend request can be accepted from the message, which disappears when it was answered elsewhere', async () => {
    const friend = { ...asked, is_friend: true, status: 'friends' } as const
    await openSession({}, { 'POST /api/friends/change': friend })
    useStore.setState({ friends: [asked] })
    const found = () =>
      useToasts.getState().toasts.find(({ text }) => text === 'ben wants to be your friend.')
    await eventually(() => expect(found()?.action?.label).toBe(profile.accept))
    useStore.setState({ friends: [friend] })
    await eventually(() => expect(found()).toBeUndefined())
    useStore.setState({ friends: [asked] })
    await eventually(() => expect(found()?.action?.label).toBe(profile.accept))
    found()?.action?.run()
    await eventually(() =>
      expect(sentTo('POST /api/friends/change')).toEqual([{ friend: BEN.id, wish: true }]),
    )
    await eventually(() => expect(toastTexts()).toContain('You and ben are friends now.'))
  })

  it('U6 an invitation to another session opens it, and known or own sessions say nothing', async () => {
    await openSession()
    const before = toastTexts()
    useStore.setState({ invites: [invite(2), { ...invite(3), mode: 'favorite' }] })
    await settled()
    expect(toastTexts()).toEqual(before)
    useStore.setState(({ invites }) => ({
      invites: [...invites, { ...invite(4), mode: 'invited', invitedBy: BEN }],
    }))
    const found = () => useToasts.getState().toasts.find(({ text }) => text.includes('Room 4'))
    await eventually(() => expect(found()?.action?.label).toBe(notice.open))
    found()?.action?.run()
    await eventually(() => expect(currentPath()).toBe(`/main/${ssid(4)}`))
  })
})
