import { describe, expect, it } from 'vitest'
import { createLinkOrigin } from './link-origin.ts'

describe('the origin of shared links', () => {
  const home = 'http://192.168.1.23:3000'

  it('J8 is the address in the home network for a person who uses localhost', () => {
    const linkOrigin = createLinkOrigin(null, () => home)
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect([own, linkOrigin(own)]).toEqual([own, home])
  })

  it('J8 is the address that the person uses if others can use it too', () => {
    const linkOrigin = createLinkOrigin(null, () => home)
    for (const own of [home, 'http://jukebox.local:3000']) expect(linkOrigin(own)).toBe(own)
    expect(createLinkOrigin(null, () => null)('http://localhost:3000')).toBe('http://localhost:3000')
  })

  it('S1 is the public origin where one is set', () => {
    expect(createLinkOrigin('https://music.example.org', () => home)(home)).toBe('https://music.example.org')
  })
})
