import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readStored, writeStored } from './storage.ts'
import { rememberTarget, takeTarget } from './login-target.ts'
import { forgetToken, storedToken, storeToken } from './token.ts'

const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'

/** Sets up a browser that forbids sites to store anything. Reading `localStorage` throws there. */
function forbidStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())

it('A1 a login lasts as long as the page when the browser stores nothing', () => {
  forbidStorage()
  expect(storedToken()).toBeNull()
  storeToken('secret')
  expect(storedToken()).toBe('secret')
  forgetToken()
  expect(storedToken()).toBeNull()
})

it('D8 the wanted session lasts through the login when the browser stores nothing', () => {
  forbidStorage()
  rememberTarget(`/main/${ssid}`)
  expect(takeTarget()).toEqual({ kind: 'session', ssid })
  expect(takeTarget()).toBeNull()
})

it('A1 with a full storage the newest login counts, not the stored one', () => {
  localStorage.setItem('token', 'of-before')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  storeToken('secret')
  expect(storedToken()).toBe('secret')
  full.mockRestore()
  storeToken('next')
  localStorage.setItem('token', 'of-another-tab')
  expect(storedToken()).toBe('of-another-tab')
})

it('stores values for the tab separately from values for the browser', () => {
  writeStored('key', 'here', 'tab')
  expect(readStored('key')).toBeNull()
  expect(readStored('key', 'tab')).toBe('here')
  writeStored('key', null, 'tab')
  expect(sessionStorage.getItem('key')).toBeNull()
})
