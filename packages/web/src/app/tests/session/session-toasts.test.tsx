import { expect, it } from 'vitest'
import type { Friend } from '@jointly/contract'
import { aSession } from '../../../features/session/model/testing.ts'
import { useStore } from '../../../shared/store/store.ts'
import { useToasts } from '../../../shared/ui/toasts/toast.ts'
import { insideTexts } from '../../inside-texts.ts'
import { router } from '../../routing/app-router.tsx'
import { byName, currentPath, eventually, press, setAnswers, withApp } from '../app-testing.tsx'
import { ANN, BEN, invite, openSession, ssid, startInSession } from '../inside-testing.ts'

const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text)
const asked: Friend = {
  ...{ id: BEN.id, username: 'ben', user1: BEN.id, user2: ANN.id, is_friend: false },
  status: 'asked',
}
const friend: Friend = { ...asked, is_friend: true, status: 'friends' }

withApp(startInSession)

it('U6 the message of a friend request disappears when the person accepts it in the list of friends', async () => {
  const request = 'ben wants to be your friend.'
  await openSession({}, { 'POST /api/friends/change': friend, 'GET /api/friends/': [] })
  setAnswers({ 'GET /api/friends/': [asked] })
  useStore.setState({ friends: [asked] })
  await eventually(() => expect(toastTexts()).toContain(request))
  await router.navigate({ to: '/main/friends' })
  const accept = insideTexts.friends.action.accept.replace('{{name}}', 'ben')
  await eventually(() => expect(byName(accept)).toBeDefined())
  expect(toastTexts()).toContain(request)
  setAnswers({ 'GET /api/friends/': [friend] })
  press(byName(accept))
  await eventually(() =>
    expect(toastTexts()).toContain(insideTexts.friends.done.accept.replace('{{name}}', 'ben')),
  )
  expect(toastTexts()).not.toContain(request)
})

it('U6 the message of a friend request disappears on another screen when the request is withdrawn', async () => {
  await openSession({}, { 'GET /api/timeline': [] })
  useStore.setState({ friends: [asked] })
  await eventually(() => expect(toastTexts()).toContain('ben wants to be your friend.'))
  await router.navigate({ to: '/main/timeline' })
  await eventually(() => expect(currentPath()).toBe('/main/timeline'))
  useStore.setState({ friends: [] })
  await eventually(() => expect(toastTexts()).not.toContain('ben wants to be your friend.'))
})

const invited = { ...invite(4), mode: 'invited' as const, invitedBy: BEN }
const invitation = () => useToasts.getState().toasts.find(({ text }) => text.includes('Room 4'))

/** Shows the message of an invitation in the open session, and then another screen. */
async function openTimelineWithInvitation(): Promise<void> {
  const other = aSession()
  const answer = { ...other, session: { ...other.session, uuid: ssid(4), owner: BEN } }
  await openSession({}, { 'GET /api/timeline': [], [`GET /api/session/${ssid(4)}`]: answer })
  setAnswers({ 'GET /api/invites/': [invited] })
  useStore.setState({ invites: [invited] })
  await eventually(() => expect(invitation()).toBeDefined())
  await router.navigate({ to: '/main/timeline' })
  await eventually(() => expect(currentPath()).toBe('/main/timeline'))
}

it('U6 the message of an invitation disappears when the person opens the session in another way', async () => {
  await openTimelineWithInvitation()
  expect(invitation()).toBeDefined()
  await router.navigate({ to: `/main/${ssid(4)}` })
  await eventually(() => expect(useStore.getState().session?.session.uuid).toBe(ssid(4)))
  expect(invitation()).toBeUndefined()
})

it('U6 the message of an invitation disappears on another screen when the session is deleted', async () => {
  await openTimelineWithInvitation()
  useStore.setState({ invites: [] })
  await eventually(() => expect(invitation()).toBeUndefined())
})

it.each(['invited', 'favorite'] as const)(
  'U6 an invitation to a session that is in the list already has a message until it is answered: %s',
  async (mode) => {
    const known = { ...invited, mode, invitedBy: null }
    await openSession({}, { 'GET /api/invites/': [known] })
    useStore.setState({ invites: [known] })
    expect(invitation()).toBeUndefined()
    useStore.setState({ invites: [{ ...known, invitedBy: BEN }] })
    await eventually(() => expect(invitation()?.text).toBe('ben invites you to Room 4.'))
    useStore.setState({ invites: [{ ...known, mode: 'favorite' }] })
    expect(invitation()).toBeUndefined()
  },
)

it('I2 U6 a session that loses its star has no message about an earlier invitation', async () => {
  await openSession()
  useStore.setState({ invites: [{ ...invited, mode: 'favorite', invitedBy: null }] })
  useStore.setState({ invites: [invited] })
  expect(invitation()).toBeUndefined()
})
