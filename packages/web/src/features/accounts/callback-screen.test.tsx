import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiTexts } from '../../shared/api/texts.ts'
import { storeToken } from '../../shared/browser/token.ts'
import { startTexts } from '../../shared/i18n/i18n.ts'
import { CallbackScreen } from './CallbackScreen.tsx'
import { accountsTexts } from './texts.ts'

let root: Root
let page: HTMLElement
let asked: string[]

/** Stands for a server that does not answer. */
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

it('L1 E3 a callback address without a code shows an error, and so does another failed try', async () => {
  await act(async () => root.render(<CallbackScreen />))
  expect(page.textContent).toContain(apiTexts.error['link-state'])
  expect(asked).toEqual([])
  await act(async () => page.querySelector('button')?.click())
  expect(asked).toEqual(['/api/accounts/connect'])
  expect(page.textContent).toContain(apiTexts.error['database-away'])
})
