import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mainScriptOf, takeNewVersion } from './new-version.ts'

const page = (script: string) => `<head><script type="module" crossorigin src="${script}"></script></head>`
let newest: string
let reloads: number
const check = () => takeNewVersion('/assets/app-1.js', () => (reloads += 1))

beforeEach(() => {
  sessionStorage.clear()
  reloads = 0
  newest = '/assets/app-1.js'
  vi.stubGlobal('fetch', async () => new Response(page(newest)))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('X9 finds the main script of a page', () => {
  expect(mainScriptOf(page('/assets/app-2.js'))).toBe('/assets/app-2.js')
  expect(mainScriptOf('<p>away</p>')).toBeNull()
})

it('X9 a new version is loaded once', async () => {
  await check()
  expect(reloads).toBe(0)
  newest = '/assets/app-2.js'
  await check()
  await check()
  expect(reloads).toBe(1)
})

it('X9 nothing is loaded while the server is away or answers something else', async () => {
  for (const answer of [
    () => Promise.reject(new TypeError('no net')),
    async () => new Response('', { status: 502 }),
  ]) {
    vi.stubGlobal('fetch', answer)
    await check()
  }
  expect(reloads).toBe(0)
})
