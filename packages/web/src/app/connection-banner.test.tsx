// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteReachable } from '../shared/browser/online.ts'
import { startTexts } from '../shared/i18n/i18n.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { texts } from './texts.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

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
  noteReachable(true)
})

it('E3 a server that did not answer is asked again at once, and the words go when it does', async () => {
  vi.stubGlobal('setInterval', () => 0)
  vi.stubGlobal('fetch', async () => Response.json({ status: 'ok' }))
  await act(async () => root.render(<ConnectionBanner />))
  expect(page.textContent).toBe('')
  act(() => noteReachable(false))
  expect(page.textContent).toBe(texts.state.unreachable)
  await act(() => vi.waitFor(() => expect(page.textContent).toBe(''), { interval: 5 }))
})
