import { beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '../../shared/browser/token.ts'
import { useStore } from '../../shared/store/store.ts'
import {
  queryAll,
  resetBrowser,
  sentTo,
  currentPath,
  inputs,
  byName,
  open,
  submitForm,
  setAnswers,
  eventually,
  retryOf,
  textOf,
  withApp,
  pageText,
  refusal,
} from './app-testing.tsx'
import { router } from '../routing/app-router.tsx'
import { texts } from '../texts.ts'

withApp()
beforeEach(() => resetBrowser())

const button = () => textOf('form button[type=submit]')[0]

describe('the public site (spec section 2)', () => {
  it('leads from its root to the login, with the tagline beside it', async () => {
    await open('/')
    expect(currentPath()).toBe('/login')
    expect(textOf('h1')).toEqual(['Listening to music jointly has never been easier.'])
  })

  it('has a navigation with Join Us, How To, Login, About and More', async () => {
    await open('/login')
    expect(textOf('nav a')).toEqual(['Join Us', 'How To', 'Login', 'About', 'More'])
  })

  it('hides its navigation on onboarding and loader', async () => {
    storeToken('secret')
    for (const path of ['/onboarding', '/load']) {
      await open(path)
      expect(currentPath()).toBe(path)
      expect(queryAll('nav')).toEqual([])
    }
  })

  it('shows Coming Soon on join', async () => {
    await open('/join')
    expect(pageText()).toContain('Coming Soon')
    expect(pageText()).toContain('We will let You know when time has come')
  })

  it('shows the headline and the three steps on how', async () => {
    await open('/how')
    expect(textOf('h1')).toHaveLength(1)
    expect(textOf('h2')).toEqual(['Join or create a session', 'Start playing', 'Vote existing or new songs'])
  })

  it('shows about and details', async () => {
    const headings: string[][] = []
    for (const path of ['/about', '/details']) {
      await open(path)
      headings.push(textOf('h1'))
    }
    expect(headings).toEqual([[texts.about.lead], [texts.details.lead]])
  })

  it('S3 S7 the details do not say that bans and private sessions need a managed session', async () => {
    await open('/details')
    expect(pageText()).toContain(texts.details.points.managed.text)
    expect(pageText()).not.toMatch(/\bbans\b|private/)
  })

  it('registers by username, email and password, with a Create button', async () => {
    await open('/form')
    await eventually(() => expect(inputs()).toHaveLength(3))
    expect(inputs()).toEqual([
      ['username', 'text', true],
      ['email', 'email', true],
      ['password', 'password', true],
    ])
    expect(textOf('form button[type=submit]')).toEqual(['Create'])
    expect(pageText()).toContain('2-20 Chars')
    expect(pageText()).toContain('Uppercase, Lowercase, Number')
  })

  it('A3 the form takes a username with the space that a keyboard adds', async () => {
    await open('/form')
    await eventually(() => expect(inputs()).toHaveLength(3))
    submitForm({ username: 'ann ', email: 'ann@example.org', password: 'abcde1 ' })
    await eventually(() => expect(textOf('[role=alert]')).toHaveLength(1))
    expect(sentTo('PUT /api/user/')).toMatchObject([{ username: 'ann', password: 'abcde1 ' }])
  })

  it('claims a ticket with the same fields', async () => {
    await open('/activate/some-code')
    await eventually(() => expect(inputs()).toHaveLength(3))
    expect(textOf('form button[type=submit]')).toEqual(['Use ticket'])
  })
})

describe('the login', () => {
  it('asks for user and password, both required', async () => {
    await open('/login')
    expect(inputs()).toEqual([
      ['username', 'text', true],
      ['password', 'password', true],
    ])
    expect(textOf('form button[type=submit]')).toEqual(['Login'])
  })

  it('D10 with a stored token it reads Get In, hides its fields and goes straight to the loader', async () => {
    storeToken('secret')
    await open('/login')
    expect(inputs()).toEqual([])
    byName('Get In').click()
    await eventually(() => expect(currentPath()).toBe('/load'))
  })

  it('D10 the text null is no token: the fields are there', async () => {
    localStorage.setItem('token', 'null')
    await open('/login')
    expect(inputs()).toHaveLength(2)
  })

  it('A2 stores who logged in, and leads to the loader after 100 ms', async () => {
    const id = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
    const user = { id, username: 'ann', email: 'ann@example.org', level: 0 }
    resetBrowser({ 'POST /api/user/': { user, active: { id: '1', token: 'secret' } } })
    await open('/login')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    submitForm({ username: 'ann', password: 'anything' })
    await eventually(() => expect(currentPath()).toBe('/load'))
    expect(timers).toHaveBeenCalledWith(expect.any(Function), 100)
    expect(localStorage.getItem('token')).toBe('secret')
    expect(useStore.getState()).toMatchObject({ user, active: { token: 'secret' } })
  })

  it('A3 a failed login shows an error, stores nothing, and can be repeated', async () => {
    resetBrowser({ 'POST /api/user/': refusal('credentials', 401) })
    await open('/login')
    submitForm({ username: 'ann', password: 'wrong' })
    await eventually(() => expect(textOf('[role=alert]').join()).toContain(texts.error.credentials))
    expect(button()).toBe(retryOf(texts.login.login))
    expect(localStorage.getItem('token')).toBeNull()
  })
})

describe('claiming a ticket', () => {
  const claim = { username: 'ann', email: 'ann@example.org', password: 'abcde1' }

  it('A6 a claimed ticket leads to the login', async () => {
    resetBrowser({ 'POST /api/ticket/some-code': { success: true } })
    await open('/activate/some-code')
    await eventually(() => expect(inputs()).toHaveLength(3))
    submitForm(claim)
    await eventually(() => expect(currentPath()).toBe('/login'))
    // The server of this test does not answer the login that follows the claim. So the person must log in.
    await eventually(() => expect(pageText()).toContain(texts.login.created))
  })

  it('A6 the person is logged in after the claim, and one press leads to the loader', async () => {
    const id = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
    const user = { id, username: 'ann', email: 'ann@example.org', level: 0 }
    const active = { id: '1', token: 'secret' }
    resetBrowser({ 'POST /api/ticket/some-code': { success: true }, 'POST /api/user/': { user, active } })
    await open('/activate/some-code')
    await eventually(() => expect(inputs()).toHaveLength(3))
    submitForm(claim)
    await eventually(() => expect(pageText()).toContain(texts.login.createdTitle))
    expect(pageText()).toContain('You are logged in as ann on this device.')
    byName(texts.login.getIn).click()
    await eventually(() => expect(currentPath()).toBe('/load'))
  })

  it.each([
    ['with a ticket', '/activate/some-code', 'POST /api/ticket/some-code'],
    ['at the registration', '/form', 'PUT /api/user/'],
  ])(
    'A6 a person who is logged in reads %s who that is, and Cancel changes nothing',
    async (_, path, call) => {
      localStorage.setItem('token', 'secret')
      localStorage.setItem('vuex', JSON.stringify({ user: { username: 'old' } }))
      await open(path)
      await eventually(() => expect(pageText()).toContain('You are logged in as old on this device.'))
      expect(pageText()).toContain(texts.register.replaces)
      expect(inputs()).toEqual([])
      byName(texts.state.cancel).click()
      await eventually(() => expect(currentPath()).toBe('/load'))
      expect(localStorage.getItem('token')).toBe('secret')
      expect(sentTo(call)).toEqual([])
    },
  )

  it('A6 if only the login fails, another person stays logged in, and the page does not call it the new account', async () => {
    resetBrowser({ 'POST /api/ticket/some-code': { success: true } })
    localStorage.setItem('token', 'secret')
    localStorage.setItem('vuex', JSON.stringify({ user: { username: 'old' } }))
    await open('/activate/some-code')
    await eventually(() => byName(texts.register.other).click())
    await eventually(() => expect(inputs()).toHaveLength(3))
    expect(document.activeElement).toBe(queryAll('input[name=username]')[0])
    submitForm(claim)
    await eventually(() => expect(pageText()).toContain('You are logged in as old on this device.'))
    expect(pageText()).toContain(texts.login.activeTitle)
    expect(pageText()).not.toContain(texts.login.createdTitle)
    byName(texts.login.other).click()
    await eventually(() => expect(pageText()).toContain(texts.login.created))
  })

  it('A6 asks before the claim if a person has logged in since the page opened, and keeps what was typed', async () => {
    resetBrowser({ 'POST /api/ticket/some-code': { success: true } })
    await open('/activate/some-code')
    await eventually(() => expect(inputs()).toHaveLength(3))
    // Another tab stores a login.
    localStorage.setItem('token', 'secret')
    localStorage.setItem('vuex', JSON.stringify({ user: { username: 'old' } }))
    submitForm(claim)
    await eventually(() => expect(pageText()).toContain('You are logged in as old on this device.'))
    expect(sentTo('POST /api/ticket/some-code')).toEqual([])
    byName(texts.register.other).click()
    await eventually(() => expect(pageText()).not.toContain(texts.register.replaces))
    submitForm({})
    await eventually(() => expect(currentPath()).toBe('/login'))
    expect(sentTo('POST /api/ticket/some-code')).toMatchObject([{ data: claim }])
  })

  it.each([
    ['a claim', '/activate/some-code', 'POST /api/ticket/some-code', refusal('ticket', 422), '/login'],
    ['a registration', '/form', 'PUT /api/user/', refusal('taken', 409, {}, { username: 'taken' }), '/load'],
  ])('A6 if the answer to %s was lost, the next attempt logs in', async (_, path, call, refused, next) => {
    const id = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
    const user = { id, username: 'ann', email: 'ann@example.org', level: 0 }
    await open(path)
    await eventually(() => expect(inputs()).toHaveLength(3))
    submitForm(claim)
    await eventually(() => expect(textOf('[role=alert]').join()).toContain(texts.error.network))
    setAnswers({ [call]: refused, 'POST /api/user/': { user, active: { id: '1', token: 'secret' } } })
    submitForm({})
    await eventually(() => expect(currentPath()).toBe(next))
    expect(sentTo('POST /api/user/')).toEqual([{ username: 'ann', password: claim.password }])
    expect(useStore.getState().user).toEqual(user)
  })

  it('A6 the form of another ticket is empty', async () => {
    resetBrowser()
    await open('/activate/some-code')
    await eventually(() => expect(inputs()).toHaveLength(3))
    submitForm({ username: 'ann' })
    await router.navigate({ to: '/activate/$code', params: { code: 'other-code' } })
    await eventually(() => expect(currentPath()).toBe('/activate/other-code'))
    await eventually(() => {
      const [field] = queryAll('input[name=username]')
      expect(field instanceof HTMLInputElement && field.value).toBe('')
    })
  })

  it.each([
    ['A6 a refused ticket sends the form to retry', refusal('ticket', 422)],
    ['A6 an answer without success sends the form to retry', {}],
  ])('%s', async (_, answer) => {
    resetBrowser({ 'POST /api/ticket/some-code': answer })
    await open('/activate/some-code')
    await eventually(() => expect(inputs()).toHaveLength(3))
    submitForm(claim)
    await eventually(() => expect(textOf('[role=alert]')).toHaveLength(1))
    expect(sentTo('POST /api/user/')).toEqual([])
    expect(button()).toBe(retryOf(texts.activate.claim))
    expect(currentPath()).toBe('/activate/some-code')
  })
})

it('says that an unknown address has no page, in the main part, with a link home', async () => {
  await open('/nowhere')
  await eventually(() => expect(textOf('main h1')).toEqual([texts.state.missing]))
  expect(textOf('main button')).toContain(texts.state.home)
})
