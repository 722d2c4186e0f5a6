import { beforeEach, describe, expect, it } from 'vitest'
import { entryPath } from './entry.ts'
import { rememberedTarget, rememberTarget, takeTarget } from './target.ts'

const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'

beforeEach(() => sessionStorage.clear())

describe('a share link opened while logged out', () => {
  it('D8 is remembered over login and registration, and used once', () => {
    rememberTarget(`/main/${ssid}`)
    expect(rememberedTarget()).toBe(ssid)
    expect(rememberedTarget()).toBe(ssid)
    expect(takeTarget()).toBe(ssid)
    expect(takeTarget()).toBeNull()
  })

  it('D8 is opened after the login; without one, home is opened', () => {
    rememberTarget(`/app/${ssid}`)
    expect(entryPath()).toMatch(new RegExp(`^/(main|app)/${ssid}$`))
    expect(entryPath()).toMatch(/^\/(main|app)$/)
  })

  it('D8 stores sessions only, and ignores anything else in the storage', () => {
    for (const path of ['/main', '/main/settings', `/main/${ssid}/upgrade`, `/evil/${ssid}`, `//x/${ssid}`]) {
      rememberTarget(path)
      expect(rememberedTarget()).toBeNull()
    }
    sessionStorage.setItem('target', '//evil.example/main')
    expect(rememberedTarget()).toBeNull()
  })
})
