import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiTexts } from '../../shared/api/texts.ts'
import { storeToken } from '../../shared/browser/token.ts'
import { startTexts } from '../../shared/i18n/i18n.ts'
import { CallbackScreen } from './CallbackScreen.tsx'
import { accountsTexts } from './texts.ts'
import { useConnect } from './use-connect.ts'

let root: Root
let page: HTMLElement
let asked: string[]

/** A fake server that answers each call with the error for an unavailable database. */
async function server(url: string): Promise<Response> {
  asked.push(url)
  return Response.json({ error: { code: 'database-away', message: '' } }, { status: 503 })
}

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  startTexts({ ...apiTexts, ...accountsTexts })
  storeToken('secret')
  asked = []
  vi.stubGlobal('fetch', server)
  page = document.createElement('div')
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('L1 a window without a login gives what the provider returned to the app, which sends it', async () => {
  localStorage.clear()
  window.history.replaceState(null, '', '/callback?state=one&code=two')
  const channel = new BroadcastChannel('connect')
  const message = new Promise((resolve) => {
    channel.onmessage = ({ data }) => resolve(data)
  })
  await act(async () => root.render(<CallbackScreen />))
  expect(await message).toEqual({ outcome: 'returned', state: 'one', code: 'two' })
  expect(asked).toEqual([])
  channel.close()
  window.history.replaceState(null, '', '/')
})

it('L1 the app sends what a window without a login returned', async () => {
  function Panel() {
    const { start } = useConnect()
    return (
      <button type="button" onClick={() => void start()}>
        Connect
      </button>
    )
  }
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(url.endsWith('/connect') ? { url: '#provider' } : [])
  })
  const opened = vi.spyOn(window, 'open').mockReturnValue(window)
  await act(async () => root.render(<Panel />))
  const channel = new BroadcastChannel('connect')
  const other = new BroadcastChannel('connect')
  const delivered = new Promise((resolve) => {
    other.onmessage = resolve
  })
  channel.postMessage({ outcome: 'returned', state: 'one', code: 'two' })
  await act(async () => void (await delivered))
  other.close()
  expect(asked).toEqual([])
  await act(async () => page.querySelector('button')?.click())
  await act(async () => channel.postMessage({ outcome: 'returned', state: 'three', code: 'four' }))
  await expect.poll(() => asked).toContain('/api/accounts/callback')
  expect(asked.filter((url) => url === '/api/accounts/callback')).toHaveLength(1)
  channel.close()
  opened.mockRestore()
})

it('L1 E3 a callback address without a code shows an error, and so does another failed try', async () => {
  await act(async () => root.render(<CallbackScreen />))
  expect(page.textContent).toContain(apiTexts.error['link-state'])
  expect(asked).toEqual([])
  await act(async () => page.querySelector('button')?.click())
  expect(asked).toEqual(['/api/accounts/connect'])
  expect(page.textContent).toContain(apiTexts.error['database-away'])
})
