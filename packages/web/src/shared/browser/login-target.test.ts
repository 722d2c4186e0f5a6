import { beforeEach, describe, expect, it } from 'vitest'
import { entryPath } from './screen-after-login.ts'
import { rememberedTarget, rememberTarget, takeTarget } from './login-target.ts'

const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'

beforeEach(() => sessionStorage.clear())

describe('where a logged-out person wanted to go', () => {
  it('D8 is remembered over login and registration, and used once', () => {
    rememberTarget(`/main/${ssid}`)
    expect(rememberedTarget()).toEqual({ kind: 'session', ssid })
    expect(rememberedTarget()).toEqual({ kind: 'session', ssid })
    expect(takeTarget()).toEqual({ kind: 'session', ssid })
    expect(takeTarget()).toBeNull()
  })

  it('D8 is opened after the login; without one, home is opened', () => {
    rememberTarget(`/app/${ssid}`)
    expect(entryPath()).toMatch(new RegExp(`^/(main|app)/${ssid}$`))
    expect(entryPath()).toMatch(/^\/(main|app)$/)
  })

  it('J7 leads to the form for a new session', () => {
    rememberTarget('/main/edit')
    expect(rememberedTarget()).toEqual({ kind: 'new-session' })
    expect(entryPath()).toMatch(/^\/(main|app)\/edit$/)
  })

  it('D8 stores these only, and ignores anything else in the storage', () => {
    const others = [
      '/main',
      '/main/settings',
      '/main/edit/x',
      `/main/${ssid}/upgrade`,
      `/evil/${ssid}`,
      `//x/${ssid}`,
    ]
    for (const path of others) {
      rememberTarget(path)
      expect(rememberedTarget()).toBeNull()
    }
    sessionStorage.setItem('target', '//evil.example/main')
    expect(rememberedTarget()).toBeNull()
  })
})
