import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setReachable } from '../shared/browser/connection/online.ts'
import { forgetToken, storeToken } from '../shared/browser/token.ts'
import { startTexts } from '../shared/i18n/i18n.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { texts } from './texts.ts'

let root: Root
let page: HTMLElement

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts(texts)
  page = document.createElement('div')
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  setReachable(true)
  forgetToken()
  Reflect.deleteProperty(navigator, 'onLine')
})

/** Disconnects the device from the network, or connects it again. */
function net(isThere: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isThere, configurable: true })
  window.dispatchEvent(new Event(isThere ? 'online' : 'offline'))
}

it('E3 when the network is back the server is checked at once, and the banner goes when it answers', async () => {
  const asked: unknown[] = []
  storeToken('secret')
  vi.stubGlobal('setInterval', () => 0)
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    asked.push([url, init?.headers])
    return Response.json({ status: 'ok' })
  })
  await act(async () => root.render(<ConnectionBanner />))
  act(() => setReachable(false))
  expect(page.textContent).toBe(texts.state.unreachable)
  expect(asked).toEqual([])
  act(() => net(false))
  expect(page.textContent).toBe(texts.state.offline)
  act(() => net(true))
  await act(() => expect.poll(() => page.textContent, { interval: 5 }).toBe(''))
  expect(asked).toEqual([['/api/health', { authorization: 'Bearer secret' }]])
})

it('E3 Try again checks the server at once', async () => {
  let asked = 0
  vi.stubGlobal('setInterval', () => 0)
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ status: 'ok' })
  })
  await act(async () => root.render(<ConnectionBanner />))
  act(() => setReachable(false))
  expect(asked).toBe(0)
  const again = page.querySelector<HTMLElement>(`[aria-label="${texts.state.retry}"]`)
  act(() => again?.click())
  await act(() => expect.poll(() => page.textContent, { interval: 5 }).toBe(''))
  expect(asked).toBe(1)
})

it('E3 the banner is read also while a dialog is open', async () => {
  await act(async () => root.render(<ConnectionBanner />))
  // A dialog hides everything else from screen readers, except elements with this attribute.
  expect(page.querySelector('[role=status]')?.getAttribute('aria-live')).toBe('polite')
})
