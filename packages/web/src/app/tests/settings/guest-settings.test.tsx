import type { Invitation } from '@jointly/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { providerStore } from '../../../shared/api/use-provider.ts'
import { storedGuest } from '../../../shared/browser/stored-guest.ts'
import { useStore } from '../../../shared/store/store.ts'
import { rememberedTarget, rememberTarget } from '../../../shared/browser/login-target.ts'
import { insideTexts } from '../../inside-texts.ts'
import { router } from '../../routing/app-router.tsx'
import { texts } from '../../texts.ts'
import {
  byName,
  currentPath,
  eventually,
  inputs,
  open,
  pageText,
  press,
  queryAll,
  refusal,
  retryOf,
  sentTo,
  setAnswers,
  submitForm,
  textOf,
  withApp,
} from '../app-testing.tsx'
import { loggedIn, provider, setGuest } from '../inside-testing.ts'

const { toAccount, settings, nickname } = insideTexts
const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
const invitation: Invitation = {
  ...{ ssid, code: 'ABC234', title: 'Kitchen', owner: 'ann', song: null, people: 1, guests: true },
}

withApp()

describe('the settings of a guest', () => {
  beforeEach(() => {
    loggedIn()
    setGuest(ssid)
  })

  it('G2 G6 begin with becoming an account, and have nothing that needs one', async () => {
    await open('/main/settings')
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    for (const text of [settings.password, settings.passkeys, settings.delete])
      expect(pageText()).not.toContain(text)
    expect(sentTo('GET /api/friends/')).toEqual([])
  })

  it.each(['edit', 'friends', 'friends/find', 'settings/passkeys', 'settings/reset'])(
    'G2 the address of %s, which needs an account, says so and leads to creating one',
    async (path) => {
      await open(`/main/${path}`)
      await eventually(() => expect(textOf('h1')).toContain(texts.error.guest))
      expect(byName(toAccount.title).getAttribute('href')).toContain('/main/settings')
      expect(inputs()).toEqual([])
    },
  )

  it('G6 a taken name is shown at its field; then the guest becomes an account and stays logged in', async () => {
    await open('/main/settings')
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    const taken = { code: 'taken', message: '', fields: { username: 'taken' } }
    setAnswers({ 'PUT /api/guest/': Response.json({ error: taken }, { status: 409 }) })
    submitForm({ username: 'kim', password: 'fresh-123' })
    await eventually(() => expect(textOf('[role=alert]')).toEqual(['This is already taken.']))
    const { user, active } = useStore.getState()
    setAnswers({ 'PUT /api/guest/': { id: user?.id, username: 'kim-1', email: '', level: 0 } })
    submitForm({ username: 'kim-1', password: 'fresh-123' })
    // The person came from a page outside of the app, so home opens.
    await eventually(() => expect(currentPath()).toBe('/main'))
    expect(sentTo('PUT /api/guest/').at(-1)).toEqual({ username: 'kim-1', password: 'fresh-123' })
    expect(useStore.getState().active).toEqual(active)
    expect(storedGuest()).toBe(null)
  })

  it('G6 if the answer was lost, the next attempt ends with the account', async () => {
    await open('/main/settings')
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    const account = { id: useStore.getState().user?.id, username: 'kim-1', email: '', level: 0 }
    submitForm({ username: 'kim-1', password: 'fresh-123' })
    await eventually(() => byName(retryOf(toAccount.title)))
    const hasAccount = { error: { code: 'forbidden', message: '' } }
    setAnswers({
      'PUT /api/guest/': Response.json(hasAccount, { status: 403 }),
      'POST /api/refresh/': { user: account, active: { id: '1', token: 'secret' } },
    })
    submitForm({})
    await eventually(() => expect(currentPath()).toBe('/main'))
    expect(useStore.getState().user).toEqual(account)
    expect(storedGuest()).toBe(null)
  })

  it('G5 G6 whom a session let in only with an account, is in the session after the upgrade', async () => {
    rememberTarget(`/main/${ssid}`)
    await open('/main/settings')
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    const { user } = useStore.getState()
    setAnswers({ 'PUT /api/guest/': { id: user?.id, username: 'kim-1', email: '', level: 0 } })
    submitForm({ username: 'kim-1', password: 'fresh-123' })
    await eventually(() => expect(currentPath()).toBe(`/main/${ssid}`))
  })

  it('G6 after the upgrade, the screen opens from which the person came', async () => {
    await open('/main/timeline')
    await router.navigate({ to: '/main/settings' })
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    const { user } = useStore.getState()
    setAnswers({ 'PUT /api/guest/': { id: user?.id, username: 'kim-1', email: '', level: 0 } })
    submitForm({ username: 'kim-1', password: 'fresh-123' })
    await eventually(() => expect(currentPath()).toBe('/main/timeline'))
  })

  it('G6 where registration is by ticket, the form asks for the ticket and takes its link', async () => {
    providerStore.setState({ provider: { ...provider, registration: 'ticket' } })
    await open('/main/settings')
    await eventually(() => expect(pageText()).toContain(toAccount.ticket))
    expect(inputs().map(([name]) => name)).toEqual(['ticket', 'username', 'email', 'password'])
    const account = { username: 'kim-1', password: 'fresh-123' }
    submitForm({ ...account, ticket: 'https://jointly.example/#/activate/some-code' })
    await eventually(() => expect(sentTo('PUT /api/guest/')).toEqual([{ ...account, ticket: 'some-code' }]))
  })

  it.each([
    ['the link of a ticket', '/activate/some-code', { ticket: 'some-code' }],
    ['the registration form', '/form', {}],
  ])('G6 A6 a guest who opens %s becomes the account, and their session opens', async (_, path, ticket) => {
    const { user } = useStore.getState()
    const answer = { id: user?.id, username: 'kim-1', email: 'kim@example.org', level: 0 }
    setAnswers({
      'PUT /api/guest/': answer,
      'POST /api/refresh/': { user: answer, active: { id: '1', token: 'secret' } },
    })
    await open(path)
    await eventually(() => expect(pageText()).toContain(texts.register.guestText))
    const account = { username: 'kim-1', email: 'kim@example.org', password: 'fresh-123' }
    submitForm(account)
    await eventually(() => expect(currentPath()).toBe(`/main/${ssid}`))
    expect(sentTo('PUT /api/guest/')).toEqual([{ ...account, ...ticket }])
    expect(sentTo('PUT /api/user/')).toEqual([])
    expect(useStore.getState().user?.guest).toBe(undefined)
  })

  it('G6 A6 if the login of the guest has ended, the form of the ticket continues as for a new person', async () => {
    const id = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a02'
    const user = { id, username: 'kim-1', email: 'kim@example.org', level: 0 }
    const refused = Response.json({ error: { code: 'unauthenticated', message: '' } }, { status: 401 })
    setAnswers({
      'PUT /api/guest/': refused,
      'POST /api/ticket/some-code': { success: true },
      'POST /api/user/': { user, active: { id: '1', token: 'secret' } },
    })
    await open('/activate/some-code')
    await eventually(() => expect(pageText()).toContain(texts.register.guestText))
    const account = { username: 'kim-1', email: 'kim@example.org', password: 'fresh-123' }
    submitForm(account)
    await eventually(() => expect(pageText()).toContain(texts.register.guestEnded))
    expect([currentPath(), pageText().includes(texts.error.unauthenticated)]).toEqual([
      '/activate/some-code',
      false,
    ])
    const [name] = queryAll('input[name=username]')
    expect(name instanceof HTMLInputElement && name.value).toBe('kim-1')
    submitForm({})
    await eventually(() => expect(pageText()).toContain(texts.login.createdTitle))
    expect(sentTo('POST /api/ticket/some-code')).toEqual([{ code: 'some-code', data: account }])
    expect(rememberedTarget()).toEqual({ kind: 'session', ssid })
  })

  it('G6 if the login of the guest has ended, the registration form continues as for a new person', async () => {
    setAnswers({ 'PUT /api/guest/': refusal('unauthenticated', 401) })
    await open('/form')
    await eventually(() => expect(pageText()).toContain(texts.register.guestText))
    const account = { username: 'kim-1', email: 'kim@example.org', password: 'fresh-123' }
    submitForm(account)
    await eventually(() => expect(pageText()).toContain(texts.register.guestEnded))
    expect(currentPath()).toBe('/form')
    submitForm({})
    await eventually(() => expect(sentTo('PUT /api/user/')).toEqual([account]))
  })

  it('G6 the form suggests the nickname as username, and the e-mail address is optional', async () => {
    await open('/main/settings')
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    expect(inputs().map(([name]) => name)).toEqual(['username', 'email', 'password'])
    const [username] = queryAll('input[name=username]')
    expect(username instanceof HTMLInputElement && username.value).toBe('Kim')
    expect(queryAll('input[name=email][required]')).toEqual([])
    expect(pageText()).toContain(texts.register.emailHint)
  })

  it('G9 a guest changes the nickname, also for the next time on this device', async () => {
    const { user } = useStore.getState()
    setAnswers({ 'PUT /api/guest/nickname': { ...user, username: 'Kim 2' } })
    await open('/main/settings')
    await eventually(() => byName(`${nickname.title}${nickname.text}`))
    byName(`${nickname.title}${nickname.text}`).click()
    await eventually(() => expect(queryAll('input[name=nickname]')).toHaveLength(1))
    submitForm({ nickname: ' Kim 2 ' })
    await eventually(() => expect(textOf('main p')).toContain(`Kim 2${texts.guest.mark}`))
    expect(sentTo('PUT /api/guest/nickname')).toEqual([{ nickname: ' Kim 2 ' }])
    expect(storedGuest()).toEqual({ device: 'secret', nickname: 'Kim 2', ssid })
    // The new name is shown before the form closes.
    await eventually(() => expect(queryAll('input[name=nickname]')).toEqual([]))
  })

  it('G1 G9 a refused nickname is explained', async () => {
    const fields = { nickname: 'nickname' }
    setAnswers({
      'PUT /api/guest/nickname': Response.json(
        { error: { code: 'invalid', message: '', fields } },
        { status: 422 },
      ),
    })
    await open('/main/settings')
    await eventually(() => byName(`${nickname.title}${nickname.text}`))
    byName(`${nickname.title}${nickname.text}`).click()
    await eventually(() => expect(queryAll('input[name=nickname]')).toHaveLength(1))
    submitForm({ nickname: '<b>' })
    await eventually(() => expect(textOf('[role=alert]')).toEqual([texts.field.nickname]))
    expect(storedGuest()?.nickname).toBe('Kim')
  })

  async function deleteGuest(): Promise<void> {
    setAnswers({ 'DELETE /api/guest/': {} })
    await open('/main/settings')
    await eventually(() => byName(`${toAccount.delete}${toAccount.deleteText}`))
    byName(`${toAccount.delete}${toAccount.deleteText}`).click()
    await eventually(() => expect(document.querySelector('[role=alertdialog]')).not.toBeNull())
    expect(sentTo('DELETE /api/guest/')).toEqual([])
    const [confirm] = [...document.querySelectorAll('[role=alertdialog] button')].filter(
      (each) => each.textContent?.trim() === toAccount.delete,
    )
    press(confirm)
    await eventually(() => expect(currentPath()).toBe('/login'))
  }

  async function upgradeAndLogOut(): Promise<void> {
    const answer = { ...useStore.getState().user, username: 'kim-1', guest: undefined }
    setAnswers({ 'PUT /api/guest/': answer, 'POST /api/logout/': {} })
    await open('/main/settings')
    await eventually(() => expect(textOf('h2')).toContain(toAccount.title))
    submitForm({ username: 'kim-1', password: 'fresh-123' })
    await eventually(() => expect(currentPath()).toBe('/main'))
    await open('/main/settings')
    await eventually(() => byName('Log outOn this device').click())
    await eventually(() => expect(currentPath()).toBe('/login'))
  }

  it('G7 a guest deletes themselves after a question', async () => {
    await deleteGuest()
    expect(sentTo('DELETE /api/guest/')).toHaveLength(1)
    expect(storedGuest()).toBe(null)
  })

  it.each([
    ['was deleted', deleteGuest],
    ['became an account', upgradeAndLogOut],
  ])('G3 G7 C8 after the guest %s, the device sends its secret for the next guest', async (_, leave) => {
    await leave()
    setAnswers({ [`GET /api/invitation/?ssid=${ssid}`]: invitation })
    await open(`/main/${ssid}`)
    await eventually(() => byName(texts.guest.listen))
    submitForm({ nickname: 'Robin' })
    await eventually(() => expect(sentTo('POST /api/guest/')).toHaveLength(1))
    expect(sentTo('POST /api/guest/')).toEqual([{ nickname: 'Robin', ssid, device: 'secret' }])
  })
})
