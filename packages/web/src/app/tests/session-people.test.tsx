import { describe, expect, it } from 'vitest'
import { aVote, SSID } from '../../features/session/model/testing.ts'
import { eventually, pageText, sentTo, withApp } from './app-testing.tsx'
import { useToasts } from '../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../inside-texts.ts'
import { ANN, BEN, openSession, openTab, startInSession } from './inside-testing.ts'

const { profile } = insideTexts.people
const guest = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a05', username: 'Mia', guest: true as const }
const options = { version: 1, managed: false, banned: [] }

const dialog = () => document.querySelector('[role=dialog][aria-labelledby]')
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
