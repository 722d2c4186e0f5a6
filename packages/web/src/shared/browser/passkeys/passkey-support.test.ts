import { afterEach, describe, expect, it, vi } from 'vitest'
import { passkeySupport, isPasskeyHost } from './passkey-support.ts'

/** Sets up a browser that opened the app at this address. */
function at(hostname: string, { isSecure = true, knows = true } = {}): void {
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('isSecureContext', isSecure)
  if (knows) vi.stubGlobal('PublicKeyCredential', () => undefined)
}

describe('where passkeys can be used', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('A12 at a name over https, or on localhost', () => {
    for (const name of ['music.example.org', 'localhost']) {
      at(name)
      expect(passkeySupport()).toBe('ready')
    }
  })

  it('A12 not at an IP address, and not at a name without https', () => {
    for (const address of ['127.0.0.1', '192.168.0.7', '[::1]']) {
      at(address)
      expect(passkeySupport()).toBe('address')
    }
    at('music.lan', { isSecure: false })
    expect(passkeySupport()).toBe('address')
  })

  it('A12 not in a browser without passkeys', () => {
    at('localhost', { knows: false })
    expect(passkeySupport()).toBe('browser')
  })

  it('A12 those of another name do not work on this page', () => {
    at('app.example.org')
    const names = ['app.example.org', 'example.org', 'pp.example.org', 'music.example.org', null]
    expect(names.map(isPasskeyHost)).toEqual([true, true, false, false, false])
  })
})
