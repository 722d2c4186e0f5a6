import { beforeEach, describe, expect, it } from 'vitest'
import { storedToken, storeToken } from '../../../shared/browser/token.ts'
import {
  queryAll,
  setAnswers,
  resetBrowser,
  currentPath,
  inputs,
  byName,
  open,
  press,
  submitForm,
  sentTo,
  eventually,
  withApp,
  pageText,
  textOf,
  refusal,
} from '../app-testing.tsx'
import { insideTexts } from '../../inside-texts.ts'
import { loggedIn, provider, USER } from '../inside-testing.ts'
import { texts } from '../../texts.ts'

withApp()

describe('a forgotten password', () => {
  beforeEach(() => resetBrowser())

  it('A15 without mail, the login links to a page that says whom to ask', async () => {
    await open('/login')
    press(queryAll('a[href="#/forgot"]')[0])
    await eventually(() => expect(currentPath()).toBe('/forgot'))
    await eventually(() => expect(pageText()).toContain(texts.error.network))
    setAnswers({ 'GET /api/provider': provider })
    byName(texts.state.retry).click()
    await eventually(() => expect(pageText()).toContain(texts.forgot.ask))
  })

  it('A15 D12 the page tells screen readers that it is loading', async () => {
    setAnswers({ 'GET /api/provider': new Promise(() => {}) })
    await open('/forgot')
    await eventually(() => expect(textOf('[role=status]')).toContain(texts.state.loading))
  })

  it('A15 with mail, the answer promises an e-mail for any name', async () => {
    setAnswers({ 'GET /api/provider': { ...provider, resetMail: true }, 'POST /api/reset/mail': {} })
    await open('/forgot')
    await eventually(() => expect(inputs()).toEqual([['who', 'text', true]]))
    submitForm({ who: 'ann' })
    await eventually(() => expect(pageText()).toContain(texts.forgot.sent))
    expect(document.activeElement?.textContent).toBe(texts.forgot.sent)
    expect(sentTo('POST /api/reset/mail')).toEqual([{ who: 'ann' }])
  })

  it('A14 a reset link sets a new password, forgets the old login and leads to the login', async () => {
    storeToken('old')
    setAnswers({ 'POST /api/reset/': {}, 'POST /api/refresh/': refusal('unauthenticated', 401) })
    await open('/reset/some-code')
    await eventually(() => expect(inputs()).toEqual([['password', 'password', true]]))
    submitForm({ password: 'short' })
    await eventually(() => expect(pageText()).toContain(texts.field.password))
    submitForm({ password: 'Fresh-music-26' })
    await eventually(() => expect(currentPath()).toBe('/login'))
    expect(sentTo('POST /api/reset/')).toEqual([{ code: 'some-code', password: 'Fresh-music-26' }])
    expect(localStorage.getItem('token')).toBeNull()
    expect(pageText()).not.toContain(texts.login.ended)
  })

  it('A14 the login of another person on this device stays', async () => {
    storeToken('of-kim')
    const user = { ...USER, username: 'Kim', email: '', guest: true }
    setAnswers({
      'POST /api/reset/': {},
      'POST /api/refresh/': { user, active: { id: '1', token: 'of-kim' } },
    })
    await open('/reset/some-code')
    await eventually(() => expect(inputs()).toHaveLength(1))
    submitForm({ password: 'Fresh-music-26' })
    await eventually(() => expect(currentPath()).toBe('/login'))
    expect(storedToken()).toBe('of-kim')
    expect(pageText()).toContain('You are logged in as Kim on this device.')
  })

  it('A14 an invalid link shows a message and how to get a new one', async () => {
    setAnswers({ 'POST /api/reset/': refusal('reset', 422) })
    await open('/reset/dead')
    await eventually(() => expect(inputs()).toHaveLength(1))
    submitForm({ password: 'Fresh-music-26' })
    await eventually(() => expect(pageText()).toContain(texts.error.reset))
    expect(byName(texts.reset.again).getAttribute('href')).toBe('#/forgot')
  })
})

describe('making a reset link', () => {
  const { resetLink } = insideTexts

  it('A14 is offered to level 735 only', async () => {
    const link = () => queryAll('a[href="#/main/settings/reset"]')
    loggedIn()
    await open('/main/settings')
    await eventually(() => expect(pageText()).toContain(insideTexts.settings.passkeys))
    expect(link()).toHaveLength(0)
    loggedIn({}, 735)
    await open('/main/settings')
    await eventually(() => expect(link()).toHaveLength(1))
  })

  it('A14 asks for the password if it is needed, and shows the link to copy', async () => {
    loggedIn({ 'POST /api/reset/link': refusal('invalid', 422, {}, { password: 'required' }) })
    await open('/main/settings/reset')
    const asked = () => inputs().filter(([, type]) => type !== 'checkbox')
    await eventually(() => expect(asked()).toHaveLength(1))
    submitForm({ username: 'ben' })
    await eventually(() => expect(asked()).toHaveLength(2))
    const made = { username: 'ben', link: 'https://music.example.org/#/reset/abc', validUntil: 1 }
    setAnswers({ 'POST /api/reset/link': made })
    submitForm({ username: 'ben', password: 'secret1' })
    await eventually(() => expect(pageText()).toContain('Send this link to ben.'))
    expect(sentTo('POST /api/reset/link').at(-1)).toEqual({ username: 'ben', password: 'secret1' })
    expect(queryAll('main input').map((input) => input instanceof HTMLInputElement && input.value)).toEqual([
      made.link,
    ])
    expect(byName(resetLink.copy)).toBeDefined()
    expect(document.activeElement?.tagName).toBe('P')
    expect(document.activeElement?.textContent).toContain('Send this link to ben.')
    byName(resetLink.another).click()
    await eventually(() => expect(document.activeElement?.getAttribute('name')).toBe('username'))
  })

  it('A14 ends the logins of the person at once where that is switched on', async () => {
    const made = { username: 'ben', link: 'https://music.example.org/#/reset/abc', validUntil: 1 }
    loggedIn({ 'POST /api/reset/link': made })
    await open('/main/settings/reset')
    await eventually(() => expect(queryAll('[role=switch]')).toHaveLength(1))
    press(queryAll('input[type=checkbox]')[0])
    await eventually(() => expect(queryAll('[role=switch][aria-checked=true]')).toHaveLength(1))
    submitForm({ username: 'ben' })
    await eventually(() => expect(pageText()).toContain('Send this link to ben.'))
    expect(sentTo('POST /api/reset/link').at(-1)).toEqual({ username: 'ben', endLogins: true })
  })
})
