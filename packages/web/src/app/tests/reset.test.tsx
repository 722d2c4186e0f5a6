import { beforeEach, describe, expect, it } from 'vitest'
import { storeToken } from '../../shared/browser/token.ts'
import {
  all,
  answerNow,
  beginAnew,
  here,
  inputs,
  named,
  open,
  press,
  send,
  sentTo,
  shown,
  withApp,
  words,
} from './app-testing.tsx'
import { insideTexts } from '../inside-texts.ts'
import { loggedIn, provider } from './inside-testing.ts'
import { texts } from '../texts.ts'

withApp()

const refusal = (code: string, fields?: Record<string, string>) =>
  Response.json({ error: { code, message: '', fields } }, { status: 422 })
describe('a forgotten password', () => {
  beforeEach(() => beginAnew())

  it('A15 leads from the login to whom to ask, where the server sends no mail', async () => {
    await open('/login')
    press(all('a[href="/#/forgot"]')[0])
    await shown(() => expect(here()).toBe('/forgot'))
    await shown(() => expect(words()).toContain(texts.error.network))
    answerNow({ 'GET /api/provider': provider })
    named(texts.state.retry).click()
    await shown(() => expect(words()).toContain(texts.forgot.ask))
  })

  it('A15 promises an e-mail where the server sends e-mail, for any name', async () => {
    answerNow({ 'GET /api/provider': { ...provider, resetMail: true }, 'POST /api/reset/mail': {} })
    await open('/forgot')
    await shown(() => expect(inputs()).toEqual([['who', 'text', true]]))
    send({ who: 'ann' })
    await shown(() => expect(words()).toContain(texts.forgot.sent))
    expect(document.activeElement?.textContent).toBe(texts.forgot.sent)
    expect(sentTo('POST /api/reset/mail')).toEqual([{ who: 'ann' }])
  })

  it('A14 a reset link sets a new password, forgets the old login and leads to the login', async () => {
    storeToken('old')
    answerNow({ 'POST /api/reset/': {} })
    await open('/reset/some-code')
    await shown(() => expect(inputs()).toEqual([['password', 'password', true]]))
    send({ password: 'short' })
    await shown(() => expect(words()).toContain(texts.field.password))
    send({ password: 'Fresh-music-26' })
    await shown(() => expect(here()).toBe('/login'))
    expect(sentTo('POST /api/reset/')).toEqual([{ code: 'some-code', password: 'Fresh-music-26' }])
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('A14 a link that no longer works says so, and leads to a new one', async () => {
    answerNow({ 'POST /api/reset/': refusal('reset') })
    await open('/reset/dead')
    await shown(() => expect(inputs()).toHaveLength(1))
    send({ password: 'Fresh-music-26' })
    await shown(() => expect(words()).toContain(texts.error.reset))
    expect(named(texts.reset.again).getAttribute('href')).toBe('/#/forgot')
  })
})

describe('making a reset link', () => {
  const { resetLink } = insideTexts

  it('A14 is offered to level 735 only', async () => {
    const link = () => all('a[href="/#/main/settings/reset"]')
    loggedIn()
    await open('/main/settings')
    await shown(() => expect(words()).toContain(insideTexts.settings.passkeys))
    expect(link()).toHaveLength(0)
    loggedIn({}, 735)
    await open('/main/settings')
    await shown(() => expect(link()).toHaveLength(1))
  })

  it('A14 asks for the password where it is needed, and shows the link to copy', async () => {
    loggedIn({ 'POST /api/reset/link': refusal('invalid', { password: 'required' }) })
    await open('/main/settings/reset')
    const asked = () => inputs().filter(([, type]) => type !== 'checkbox')
    await shown(() => expect(asked()).toHaveLength(1))
    send({ username: 'ben' })
    await shown(() => expect(asked()).toHaveLength(2))
    const made = { username: 'ben', link: 'https://music.example.org/#/reset/abc', validUntil: 1 }
    answerNow({ 'POST /api/reset/link': made })
    send({ username: 'ben', password: 'secret1' })
    await shown(() => expect(words()).toContain('Send this link to ben.'))
    expect(sentTo('POST /api/reset/link').at(-1)).toEqual({ username: 'ben', password: 'secret1' })
    expect(all('main input').map((input) => input instanceof HTMLInputElement && input.value)).toEqual([
      made.link,
    ])
    expect(named(resetLink.copy)).toBeDefined()
    expect(document.activeElement?.tagName).toBe('P')
    expect(document.activeElement?.textContent).toContain('Send this link to ben.')
    named(resetLink.another).click()
    await shown(() => expect(document.activeElement?.getAttribute('name')).toBe('username'))
  })

  it('A14 ends the logins of the person at once where that is switched on', async () => {
    const made = { username: 'ben', link: 'https://music.example.org/#/reset/abc', validUntil: 1 }
    loggedIn({ 'POST /api/reset/link': made })
    await open('/main/settings/reset')
    await shown(() => expect(all('[role=switch]')).toHaveLength(1))
    press(all('input[type=checkbox]')[0])
    await shown(() => expect(all('[role=switch][aria-checked=true]')).toHaveLength(1))
    send({ username: 'ben' })
    await shown(() => expect(words()).toContain('Send this link to ben.'))
    expect(sentTo('POST /api/reset/link').at(-1)).toEqual({ username: 'ben', endLogins: true })
  })
})
