import { Dialog } from '@base-ui/react/dialog'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setReachable } from '../shared/browser/connection/online.ts'
import { forgetToken, storeToken } from '../shared/browser/token.ts'
import { startTexts } from '../shared/i18n/i18n.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { texts } from './texts.ts'

let root: Root
const banner = () => document.querySelector('[role=status]')

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts(texts)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild ?? document.body)
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
  expect(banner()?.textContent).toBe(texts.state.unreachable)
  expect(asked).toEqual([])
  act(() => net(false))
  expect(banner()?.textContent).toBe(texts.state.offline)
  act(() => net(true))
  await act(() => expect.poll(() => banner()?.textContent, { interval: 5 }).toBe(''))
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
  const again = banner()?.querySelector<HTMLElement>(`[aria-label="${texts.state.retry}"]`)
  act(() => again?.click())
  await act(() => expect.poll(() => banner()?.textContent, { interval: 5 }).toBe(''))
  expect(asked).toBe(1)
})

it('E3 an error of a proxy is no answer of the server, but a refusal of the server is one', async () => {
  const answers = [
    new Response('Bad gateway', { status: 502 }),
    new Response('<p>Gone', { status: 503, headers: { 'content-type': 'text/html' } }),
    Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 }),
  ]
  vi.stubGlobal('setInterval', () => 0)
  vi.stubGlobal('fetch', async () => answers.shift())
  await act(async () => root.render(<ConnectionBanner />))
  act(() => setReachable(false))
  const pressAgain = () =>
    act(async () => {
      banner()?.querySelector<HTMLElement>(`[aria-label="${texts.state.retry}"]`)?.click()
      await new Promise((resolve) => setTimeout(resolve))
    })
  for (const left of [2, 1]) {
    await pressAgain()
    expect([answers.length, banner()?.textContent]).toEqual([left, texts.state.unreachable])
  }
  await pressAgain()
  await act(() => expect.poll(() => banner()?.textContent, { interval: 5 }).toBe(''))
})

it('E3 the banner is read also while a dialog is open', async () => {
  await act(async () => root.render(<ConnectionBanner />))
  // A dialog hides everything else from screen readers, except elements with this attribute.
  expect(banner()?.getAttribute('aria-live')).toBe('polite')
})

it('E3 an open dialog does not cover the banner, and Try again stays usable', async () => {
  await act(async () =>
    root.render(
      <>
        <ConnectionBanner />
        <Dialog.Root open>
          <Dialog.Portal>
            <Dialog.Popup>
              <button type="button">In the dialog</button>
            </Dialog.Popup>
          </Dialog.Portal>
        </Dialog.Root>
      </>,
    ),
  )
  act(() => setReachable(false))
  // The app's root element is a layer of its own, and a dialog is above this layer.
  expect(banner()?.parentElement).toBe(document.body)
  await act(() =>
    expect.poll(() => document.body.firstElementChild?.getAttribute('aria-hidden')).toBe('true'),
  )
  const again = banner()?.querySelector<HTMLElement>(`[aria-label="${texts.state.retry}"]`)
  expect(again?.closest('[aria-hidden=true], [inert]')).toBeNull()
  act(() => again?.focus())
  expect(document.activeElement).toBe(again)
})
