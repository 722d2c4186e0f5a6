import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { appScriptsOf, takeNewVersion } from './new-version.ts'

const page = (script: string) =>
  `<body><template data-scripts="/assets/runtime-1.js ${script}"></template></body>`
let newest: string
let reloads: number
const check = () => takeNewVersion('/assets/runtime-1.js /assets/app-1.js', () => (reloads += 1))

beforeEach(() => {
  sessionStorage.clear()
  reloads = 0
  newest = '/assets/app-1.js'
  vi.stubGlobal('fetch', async () => new Response(page(newest)))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('X9 finds the scripts of the app in a page', () => {
  expect(appScriptsOf(page('/assets/app-2.js'))).toBe('/assets/runtime-1.js /assets/app-2.js')
  expect(appScriptsOf('<p>away</p>')).toBeNull()
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
