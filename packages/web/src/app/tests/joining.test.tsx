import type { Invitation } from '@jointly/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { storedGuest, storeGuest } from '../../shared/browser/stored-guest.ts'
import { takeListenRequest } from '../../shared/browser/sound/listen-request.ts'
import { isReturning } from '../../shared/browser/returning-person.ts'
import { rememberedTarget } from '../../shared/browser/login-target.ts'
import { storedToken, storeToken } from '../../shared/browser/token.ts'
import { signIn } from '../../shared/store/store.ts'
import { texts } from '../texts.ts'
import {
  byName,
  currentPath,
  eventually,
  inputs,
  open,
  pageText,
  queryAll,
  resetBrowser,
  sentCalls,
  sentTo,
  setAnswers,
  submitForm,
  retryOf,
  textOf,
  typeInto,
  withApp,
  refusal,
} from './app-testing.tsx'

const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
const invitation: Invitation = {
  ssid,
  code: 'ABC234',
  title: 'Kitchen, Friday',
  owner: 'ann',
  song: { title: 'Halogen', artists: [{ id: null, name: 'Oslo Drive' }], cover: null },
  people: 3,
  guests: false,
  guestsOff: 'session',
}
const ofLink = `GET /api/invitation/?ssid=${ssid}`
const ofCode = 'GET /api/invitation/?code=ABC234'

withApp()
beforeEach(() => resetBrowser())

describe('a link to a session, without a login', () => {
  it('J5 G5 shows the invitation above the login; without guests it says so and leads to the registration', async () => {
    resetBrowser({ [ofLink]: invitation })
    await open(`/main/${ssid}`)
    await eventually(() => expect(textOf('h2')).toEqual(['Kitchen, Friday', texts.login.title]))
    for (const text of ['ann invites you', 'Halogen', 'Oslo Drive', '3 people are in this session'])
      expect(pageText()).toContain(text)
    expect(pageText()).toContain(texts.invitation.noGuests.session)
    expect(inputs()).toHaveLength(2)
    const [create] = queryAll('section a')
    if (create instanceof HTMLElement) create.click()
    await eventually(() => expect(currentPath()).toBe('/form'))
    expect(rememberedTarget()).toEqual({ kind: 'session', ssid })
  })

  it('G5 says when the whole server takes no guests', async () => {
    resetBrowser({ [ofLink]: { ...invitation, guestsOff: 'server' } })
    await open(`/main/${ssid}`)
    await eventually(() => expect(pageText()).toContain(texts.invitation.noGuests.server))
    expect(pageText()).not.toContain(texts.invitation.noGuests.session)
  })

  it('J5 says that no session is open at the link, with a code field and the login', async () => {
    resetBrowser({ [ofLink]: refusal('not-found', 404) })
    await open(`/main/${ssid}`)
    await eventually(() => expect(textOf('[role=alert]')).toEqual([texts.invitation.closedText]))
    expect(textOf('h2')[0]).toBe(texts.invitation.closed)
    expect(inputs().map(([name]) => name)).toEqual(['code', 'username', 'password'])
    await eventually(() => expect(pageText()).toContain(texts.login.toClosed))
    expect(pageText()).not.toContain(texts.login.toSession)
  })

  it.each([
    ['another session', '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a02'],
    ['this session, which was opened meanwhile', ssid],
  ])('J5 J6 opens the invitation of a code that is typed there, of %s', async (_, found) => {
    const garden = { ...invitation, ssid: found, title: 'Garden' }
    resetBrowser({ [ofLink]: refusal('not-found', 404), [ofCode]: garden })
    await open(`/main/${ssid}`)
    await eventually(() => expect(queryAll('input[name=code]')).toHaveLength(1))
    setAnswers({ [`GET /api/invitation/?ssid=${found}`]: garden })
    typeInto(queryAll('input[name=code]')[0], 'ABC 234')
    await eventually(() => expect(textOf('h2')[0]).toBe('Garden'))
    expect(pageText()).toContain(texts.login.toSession)
  })

  it('J5 says what failed, and tries again', async () => {
    resetBrowser({ [ofLink]: refusal('rate-limited', 429, { 'retry-after': '40' }) })
    await open(`/main/${ssid}`)
    await eventually(() => expect(textOf('[role=alert]').join()).toContain('40 seconds'))
    setAnswers({ [ofLink]: invitation })
    byName(texts.invitation.again).click()
    await eventually(() => expect(textOf('h2')).toContain('Kitchen, Friday'))
  })

  it('J5 a text of the session may run from right to left', async () => {
    resetBrowser({ [ofLink]: { ...invitation, title: 'מסיבה', song: null, people: 0 } })
    await open(`/main/${ssid}`)
    await eventually(() => expect(textOf('h2[dir=auto]')).toEqual(['מסיבה']))
    expect(pageText()).toContain(texts.invitation.nothing)
  })
})

describe('joining as a guest', () => {
  const guests: Invitation = { ...invitation, guests: true, guestsOff: undefined }
  const user = { id: ssid, username: 'Kim', email: '', level: 0, guest: true as const }
  const joined = { user, active: { id: '1', token: 'of-a-guest' }, device: 'secret' }
  const nickname = () => {
    const [input] = queryAll('input[name=nickname]')
    return input instanceof HTMLInputElement ? input.value : ''
  }
  const openForm = async (answers: Record<string, unknown> = {}) => {
    resetBrowser({ [ofLink]: guests, ...answers })
    await open(`/main/${ssid}`)
    await eventually(() => expect(nickname()).not.toBe(''))
  }

  it('G8 a nickname is filled in, and one press joins', async () => {
    await openForm({ 'POST /api/guest/': joined })
    expect(nickname()).toMatch(/^\S+ \d+$/)
    expect(document.querySelector('input:focus')).toBeNull()
    const suggested = nickname()
    byName(texts.guest.listen).click()
    await eventually(() => expect(currentPath()).toMatch(new RegExp(`^/(main|app)/${ssid}$`)))
    expect(sentTo('POST /api/guest/')).toEqual([{ nickname: suggested, ssid }])
    expect(storedToken()).toBe('of-a-guest')
    expect(storedGuest()).toEqual({ device: 'secret', nickname: suggested, ssid })
    expect(isReturning()).toBe(false)
    expect(takeListenRequest(ssid)).toBe(true)
  })

  it('G5 when guests were switched off meanwhile, the invitation is fetched again and says so', async () => {
    await openForm({ 'POST /api/guest/': refusal('no-guests', 403) })
    setAnswers({ [ofLink]: { ...guests, guests: false } })
    byName(texts.guest.listen).click()
    await eventually(() => expect(pageText()).toContain(texts.invitation.noGuests.session))
    expect(nickname()).toBe('')
  })

  it('G5 J5 when the session ended meanwhile, the invitation is fetched again and says so', async () => {
    await openForm({ 'POST /api/guest/': refusal('not-found', 404) })
    setAnswers({ [ofLink]: refusal('not-found', 404) })
    byName(texts.guest.listen).click()
    await eventually(() => expect(pageText()).toContain(texts.invitation.closed))
    expect(nickname()).toBe('')
  })

  it('G3 a device that was a guest before sends its secret and suggests its nickname', async () => {
    await openForm({ 'POST /api/guest/': joined })
    storeGuest({ device: 'known', nickname: 'Kim', ssid })
    await open('/join')
    await open(`/main/${ssid}`)
    await eventually(() => expect(nickname()).toBe('Kim'))
    byName(texts.guest.listen).click()
    await eventually(() =>
      expect(sentTo('POST /api/guest/')).toEqual([{ nickname: 'Kim', ssid, device: 'known' }]),
    )
  })

  it('G1 G4 a refused nickname and a full session are explained', async () => {
    await openForm({})
    const explain = async (answer: Response, text: string) => {
      setAnswers({ 'POST /api/guest/': answer })
      submitForm({ nickname: 'Kim' })
      await eventually(() => expect(textOf('[role=alert]').join()).toContain(text))
    }
    await explain(refusal('invalid', 422, {}, { nickname: 'nickname' }), texts.field.nickname)
    await explain(refusal('rate-limited', 429, { 'retry-after': '40' }), '40 seconds')
    await explain(refusal('too-many', 409), texts.guest.full)
  })

  it('G7 a guest whose login has ended sees the invitation again', async () => {
    resetBrowser({ [ofLink]: guests })
    storeGuest({ device: 'known', nickname: 'Kim', ssid })
    signIn(joined)
    setAnswers({ 'POST /api/refresh/': refusal('unauthenticated', 401) })
    await open('/load')
    await eventually(() => byName(texts.guest.listen))
    expect(storedToken()).toBe(null)
    // The note is above the form with which the guest comes back. Below it, a phone would not show the note.
    expect(textOf(`section[aria-label="${texts.invitation.label}"]`)[0]).toContain(texts.login.guestEnded)
    expect(pageText().split(texts.login.guestEnded)).toHaveLength(2)
  })
})

describe('the code field', () => {
  const field = () => queryAll('input[name=code]')[0]
  const error = () => textOf('[role=alert]')

  it('J6 looks a code up at its sixth character', async () => {
    resetBrowser({ [ofCode]: invitation, [ofLink]: invitation })
    await open('/join')
    typeInto(field(), 'abc 23')
    typeInto(field(), 'abc 234')
    await eventually(() => expect(currentPath()).toBe('/login'))
    expect(sentCalls('GET /api/invitation/?code')).toEqual([ofCode])
    expect(rememberedTarget()).toEqual({ kind: 'session', ssid })
  })

  it('J6 opens a pasted link', async () => {
    await open('/join')
    typeInto(field(), `https://jointly.example/#/main/${ssid}`)
    await eventually(() => expect(rememberedTarget()).toEqual({ kind: 'session', ssid }))
  })

  it('J6 says in words what is wrong with a code', async () => {
    resetBrowser({ [ofCode]: refusal('not-found', 404) })
    await open('/join')
    submitForm({ code: 'ABC 23O' })
    await eventually(() => expect(error()).toEqual([texts.field.code]))
    submitForm({ code: 'ABC 234' })
    await eventually(() => expect(error()).toEqual([texts.field.noSession]))
    expect(document.activeElement).toBe(field())
    setAnswers({ [ofCode]: refusal('rate-limited', 429, { 'retry-after': '540' }) })
    submitForm({ code: 'ABC 234' })
    await eventually(() => expect(error().join()).toContain('9 minutes'))
  })

  it('J6 says at once while a person types that a character is in no code', async () => {
    resetBrowser({ [ofCode]: refusal('not-found', 404) })
    await open('/join')
    typeInto(field(), 'AB')
    expect(error()).toEqual([])
    typeInto(field(), 'AB0')
    await eventually(() => expect(error()).toEqual([texts.field.code]))
    typeInto(field(), 'AB')
    await eventually(() => expect(error()).toEqual([]))
    typeInto(field(), 'ABC 234')
    await eventually(() => expect(error()).toEqual([texts.field.noSession]))
    expect(sentCalls('GET /api/invitation/')).toEqual([ofCode])
  })

  it('J6 the button does not say Try again after the code was changed', async () => {
    resetBrowser({ [ofCode]: refusal('not-found', 404) })
    await open('/join')
    typeInto(field(), 'ABC 234')
    await eventually(() => expect(error()).toEqual([texts.field.noSession]))
    expect(textOf('button[type=submit]')).toEqual([retryOf(texts.code.open)])
    typeInto(field(), 'ABC 23')
    await eventually(() => expect(textOf('button[type=submit]')).toEqual([texts.code.open]))
    expect(error()).toEqual([])
  })

  it('J4 J6 shows the code of a short link that names no open session, without another lookup', async () => {
    await open('/join?unknown=ABC-234')
    await eventually(() => expect(error()).toEqual([texts.field.noSession]))
    expect(field()).toHaveProperty('value', 'ABC-234')
    await open('/join?unknown=ABC-23O')
    await eventually(() => expect(error()).toEqual([texts.field.code]))
    expect(sentCalls('GET /api/invitation/')).toEqual([])
  })
})

describe('the first page', () => {
  it('J7 offers to start a session and to join one before the login', async () => {
    await open('/login')
    expect(textOf('main a, main button').slice(0, 2)).toEqual([texts.website.start, texts.code.title])
    expect(textOf('h2')[0]).toBe(texts.login.title)
    byName(texts.code.title).click()
    await eventually(() => expect(currentPath()).toBe('/join'))
  })

  it('J7 starting a session leads through the registration to the form for it', async () => {
    await open('/login')
    byName(texts.website.start).click()
    await eventually(() => expect(pageText()).toContain(texts.register.toStart))
    expect(rememberedTarget()).toEqual({ kind: 'new-session' })
  })

  it('J7 says Welcome back only to people who were here before, and they start by the login', async () => {
    localStorage.setItem('returning', 'yes')
    await open('/login')
    expect(textOf('h2')[0]).toBe(texts.login.titleReturning)
    byName(texts.website.start).click()
    await eventually(() => expect(pageText()).toContain(texts.login.toStart))
    expect(document.activeElement).toBe(queryAll('input[name=username]')[0])
  })

  it('J7 a login marks the device', async () => {
    const user = { id: ssid, username: 'ann', email: 'ann@example.org', level: 0 }
    resetBrowser({ 'POST /api/user/': { user, active: { id: '1', token: 'secret' } } })
    await open('/login')
    submitForm({ username: 'ann', password: 'anything' })
    await eventually(() => expect(localStorage.getItem('returning')).not.toBeNull())
  })

  it('J7 D10 a person with a stored token gets in with one button', async () => {
    storeToken('secret')
    await open('/login')
    expect(pageText()).not.toContain(texts.website.start)
    expect(pageText()).toContain(texts.login.getIn)
  })
})
