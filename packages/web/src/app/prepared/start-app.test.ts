import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startApp } from './start-app.ts'

/**
 * The script elements that the code adds to the page. The mock only collects them, because their files do not exist.
 */
let added: HTMLScriptElement[]
const addresses = () => added.map((script) => script.getAttribute('src'))
/** The attributes `rel`, `as`, `crossorigin` and `href` of the links that preload files. */
let links: (string | null)[][]

beforeEach(() => {
  vi.useFakeTimers()
  added = []
  links = []
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) added.push(node)
    if (node instanceof HTMLLinkElement)
      links.push(['rel', 'as', 'crossorigin', 'href'].map((name) => node.getAttribute(name)))
  })
  document.body.innerHTML =
    '<template data-scripts="/assets/one.js /assets/two.js" data-session="/assets/in.js /assets/in.css"></template>'
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('J11 loads the scripts of the app at once if no session is prepared', () => {
  void startApp(null)
  expect(addresses()).toEqual(['/assets/one.js', '/assets/two.js'])
  expect(added.map(({ type, async }) => [type, async])).toEqual([
    ['module', false],
    ['module', false],
  ])
  expect(links).toEqual([])
})

it('J11 loads the scripts of the app after the cover of the prepared session', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  void startApp(promise)
  await vi.advanceTimersByTimeAsync(900)
  expect(addresses()).toEqual([])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(addresses()).toHaveLength(2)
  expect(links).toEqual([
    ['modulepreload', null, null, '/assets/in.js'],
    ['preload', 'style', 'anonymous', '/assets/in.css'],
  ])
})

it('J11 the scripts of the app wait at most one second for the cover', async () => {
  void startApp(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(999)
  expect(addresses()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(addresses()).toHaveLength(2)
})
