import { afterAll, describe, expect, it } from 'vitest'
import { windowLayout } from './layout/window-layout.ts'
import { pathInShell, screenPath, shareLink, shellOf } from './paths.ts'

const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'

const { innerWidth, innerHeight } = window

function layoutOf(widthPx: number, heightPx: number) {
  Object.assign(window, { innerWidth: widthPx, innerHeight: heightPx })
  return windowLayout()
}

afterAll(() => void Object.assign(window, { innerWidth, innerHeight }))

describe('addresses and layouts (spec section 2)', () => {
  it('uses the phone layout below 620 px width or 512 px height', () => {
    expect(layoutOf(619, 900)).toBe('phone')
    expect(layoutOf(620, 511)).toBe('phone')
    expect(layoutOf(620, 512)).toBe('desktop')
  })

  it('shows the reference sizes, tablet and desktop, in the desktop layout', () => {
    expect([layoutOf(1024, 920), layoutOf(1200, 1200)]).toEqual(['desktop', 'desktop'])
  })

  it('finds the same screen in the other shell', () => {
    expect(pathInShell(`/main/${ssid}/upgrade`, '/app')).toBe(`/app/${ssid}/upgrade`)
    expect(pathInShell('/app/account/a%2Fb', '/main')).toBe('/main/account/a%2Fb')
    expect(pathInShell('/main', '/app')).toBe('/app')
  })

  it('leads from the song screen, which the phone does not have, to home', () => {
    expect(pathInShell('/main/song', '/app')).toBe('/app')
  })

  it('finds the layout of an address', () => {
    expect(shellOf('/app/edit')).toBe('/app')
    expect(shellOf('/application')).toBe('/main')
    expect(shellOf('/main')).toBe('/main')
  })

  it('writes share links as {host}/#/main/{session uuid}', () => {
    expect(shareLink('https://jointly.example', ssid)).toBe(`https://jointly.example/#/main/${ssid}`)
    expect(screenPath.session(ssid)).toBe(`/${ssid}`)
  })
})
