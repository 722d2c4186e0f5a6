import type { Invitation } from '@jointly/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { rememberTarget } from '../../shared/browser/login-target.ts'
import { storedDevice, storedGuest, storeGuest } from '../../shared/browser/stored-guest.ts'
import { useStore } from '../../shared/store/store.ts'
import { insideTexts } from '../inside-texts.ts'
import { texts } from '../texts.ts'
import {
  byName,
  currentPath,
  eventually,
  fakeAudioContext,
  open,
  pageText,
  queryAll,
  refusal,
  resetBrowser,
  sentTo,
  setAnswers,
  submitForm,
  textOf,
  typeInto,
  withApp,
} from './app-testing.tsx'
import { account, loggedIn, playlist, provider, setGuest, USER } from './inside-testing.ts'

const { toAccount, home } = insideTexts
const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
const invitation: Invitation = {
  ...{ ssid, code: 'ABC234', title: 'Kitchen', owner: 'ann', song: null, people: 1, guests: true },
}

withApp()

it('G5 a guest who is logged out because guests were switched off reads that', async () => {
  loggedIn({
    [`GET /api/invitation/?ssid=${ssid}`]: { ...invitation, guests: false, guestsOff: 'server' },
    'GET /api/provider': { ...provider, guests: false },
    'POST /api/refresh/': Response.json({ error: { code: 'unauthenticated', message: '' } }, { status: 401 }),
  })
  setGuest(ssid)
  await open('/load')
  await eventually(() => expect(pageText()).toContain(texts.login.guestsOff))
  expect(pageText()).not.toContain(texts.login.ended)
})

it.each([
  ['without a session to open', '/join'],
  ['with a session that guests may enter', `/main/${ssid}`],
])(
  'G7 an account whose login ends after a guest used the device, is not called a guest, %s',
  async (_, path) => {
    resetBrowser({
      [`GET /api/invitation/?ssid=${ssid}`]: invitation,
      'POST /api/user/': { user: USER, active: { id: '1', token: 'secret' } },
      'POST /api/refresh/': refusal('unauthenticated', 401),
    })
    storeGuest({ device: 'secret', nickname: 'Kim', ssid })
    await open('/login')
    submitForm({ username: 'ann', password: 'anything' })
    rememberTarget(path)
    await eventually(() => expect(pageText()).toMatch(/has ended/))
    expect(pageText()).toContain(texts.login.ended)
    expect(pageText()).not.toContain(texts.login.guestEnded)
    expect([storedGuest(), storedDevice()]).toEqual([null, 'secret'])
  },
)

describe('the home screen of a guest without sessions', () => {
  beforeEach(() => {
    loggedIn()
    setGuest(ssid)
  })

  it.each(['/main', '/app'])(
    'G2 J6 at %s has a code field and the way to an account, and no new session',
    async (path) => {
      await open(path)
      await eventually(() => expect(queryAll('input[name=code]')).toHaveLength(1))
      await eventually(() => expect(pageText()).toContain(toAccount.keep))
      for (const text of [home.create, home.getStartedText, home.start.session.title])
        expect(pageText()).not.toContain(text)
    },
  )

  it('J6 the code opens the session', async () => {
    await open('/main')
    await eventually(() => expect(queryAll('input[name=code]')).toHaveLength(1))
    setAnswers({ 'GET /api/invitation/?code=ABC234': invitation })
    typeInto(queryAll('input[name=code]')[0], 'abc 234')
    await eventually(() => expect(currentPath()).toBe(`/main/${ssid}`))
  })
})

describe('sound', () => {
  const linked = { 'POST /api/accounts/direct': [account], 'GET /api/provider': provider }

  it('L15 a guest who joined while the provider was away is linked later by the app', async () => {
    loggedIn({ 'GET /api/accounts/': [], ...linked })
    setGuest(ssid)
    await open('/main/settings')
    await eventually(() => expect(sentTo('POST /api/accounts/direct')).toHaveLength(1))
    await eventually(() => expect(useStore.getState().accounts).toEqual([account]))
  })

  it('L15 a person continues under their own name with one press', async () => {
    loggedIn({ 'GET /api/accounts/': [], 'GET /api/spotify/playlists': [playlist('one', false)], ...linked })
    await open('/onboarding')
    const name = useStore.getState().user?.username
    await eventually(() => byName(`Continue as ${name}`))
    expect(byName(insideTexts.connect.pick)).toBeDefined()
    expect(pageText()).toContain(insideTexts.onboarding.accountsTextBuiltIn)
    byName(`Continue as ${name}`).click()
    await eventually(() => expect(textOf('h1')).toEqual([insideTexts.onboarding.playlists]))
    expect(sentTo('POST /api/accounts/direct')).toHaveLength(1)
  })

  it('L5 a person who listens without playing is not asked again on this device', async () => {
    loggedIn({ 'GET /api/accounts/': [] })
    await open('/load')
    await eventually(() => expect(currentPath()).toBe('/onboarding'))
    byName(insideTexts.onboarding.without).click()
    await eventually(() => expect(currentPath()).toBe('/main'))
    await open('/load')
    await eventually(() => expect(currentPath()).toBe('/main'))
  })
})

it('M8 the press on Listen allows sound at once, because joining and loading the player take time', async () => {
  const resume = fakeAudioContext()
  resetBrowser({ [`GET /api/invitation/?ssid=${ssid}`]: invitation })
  await open(`/main/${ssid}`)
  await eventually(() => byName(texts.guest.listen))
  expect(resume).not.toHaveBeenCalled()
  byName(texts.guest.listen).click()
  expect(resume).toHaveBeenCalledOnce()
  await eventually(() => expect(sentTo('POST /api/guest/')).toHaveLength(1))
})
