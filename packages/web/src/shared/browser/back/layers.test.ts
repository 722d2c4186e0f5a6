import { createHashHistory } from '@tanstack/react-router'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createLayers, type Layer } from './layers.ts'

type Entry = { state: unknown; hash: string }

/**
 * The part of a window that the router uses. Its history goes back only when the test calls `move`, because a browser
 * also goes back some time after the call of `go`.
 */
function createWindow() {
  const entries: Entry[] = [{ state: null, hash: '' }]
  let index = 0
  let target = 0
  const events = new EventTarget()
  const location = {
    pathname: '/',
    search: '',
    get hash() {
      return entries[index]?.hash ?? ''
    },
  }
  const entryOf = (state: unknown, href: string | undefined): Entry => ({
    state,
    hash: href === undefined ? location.hash : href.slice(href.indexOf('#')),
  })
  const history = {
    get state() {
      return entries[index]?.state
    },
    get length() {
      return entries.length
    },
    pushState(state: unknown, _: string, href?: string) {
      index += 1
      entries.splice(index, entries.length, entryOf(state, href))
    },
    replaceState(state: unknown, _: string, href?: string) {
      entries[index] = entryOf(state, href)
    },
    go(by: number) {
      target = index + by
    },
  }
  return {
    location,
    history,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    /**
     * Goes to the entry that the last call of `go` chose. `go` counts from the entry that was current at its call.
     */
    async move() {
      await vi.advanceTimersByTimeAsync(0)
      index = target
      events.dispatchEvent(new Event('popstate'))
      await vi.advanceTimersByTimeAsync(0)
    },
    /** The addresses of all entries. */
    entries: () => entries.map(({ hash }) => hash.slice(1)),
    index: () => index,
  }
}

function start() {
  const browser = createWindow()
  vi.stubGlobal('location', browser.location)
  const history = createHashHistory({ window: browser })
  const layers = createLayers(history)
  const end = layers.follow()
  onTestFinished(() => {
    end()
    vi.unstubAllGlobals()
  })
  history.push('/session')
  history.flush()
  return { browser, history, layers }
}

const layer = (kind: Layer['kind']): Layer => ({ kind, close: () => {} })

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

it('M3 layers that open while the browser goes back get one entry each', async () => {
  const { browser, layers } = start()
  const close = layers.open(layer('dialog'))
  close()
  await vi.advanceTimersByTimeAsync(0)
  layers.open(layer('drawer'))
  const closeDialog = layers.open(layer('dialog'))
  await browser.move()
  expect(browser.entries()).toEqual(['', '/session', '/session', '/session'])
  closeDialog()
  await vi.advanceTimersByTimeAsync(0)
  await browser.move()
  expect(browser.index()).toBe(2)
})

it('M3 an entry that the router has not written yet is written before the browser goes back', async () => {
  const { browser, history, layers } = start()
  layers.open(layer('dialog'))
  history.replace('/app')
  await browser.move()
  expect(browser.entries().slice(0, browser.index() + 1)).toEqual(['', '/app'])
})

it('M3 if the browser does not go back, the next screen opens after a second', async () => {
  const { browser, history, layers } = start()
  layers.open(layer('dialog'))
  history.replace('/app')
  await vi.advanceTimersByTimeAsync(900)
  expect(history.location.pathname).toBe('/session')
  await vi.advanceTimersByTimeAsync(200)
  expect(history.location.pathname).toBe('/app')
  history.push('/app/friends')
  await vi.advanceTimersByTimeAsync(0)
  expect(browser.location.hash).toBe('#/app/friends')
})

it('M13 all navigations that wait for the browser take place, in their order', async () => {
  const { browser, history, layers } = start()
  layers.open(layer('dialog'))
  history.replace('/app')
  history.flush()
  history.push('/app/timeline')
  await browser.move()
  expect(browser.entries()).toEqual(['', '/app', '/app/timeline'])
  expect(history.location.pathname).toBe('/app/timeline')
})

it('M3 the entry of a raised drawer disappears with a session that the person may not enter any more', async () => {
  const { browser, history, layers } = start()
  const drawer = layer('drawer')
  const hide = layers.show(drawer)
  const close = layers.open(drawer)
  expect(browser.index()).toBe(2)
  hide()
  close()
  layers.expectNoDrawer()
  await browser.move()
  expect(browser.index()).toBe(1)
  expect(history.location.state.layers).toBe(undefined)
})

it('M3 the entry of a raised drawer stays while the session is loading', async () => {
  const { browser, layers } = start()
  const drawer = layer('drawer')
  const hide = layers.show(drawer)
  const close = layers.open(drawer)
  hide()
  close()
  await vi.advanceTimersByTimeAsync(0)
  expect(browser.index()).toBe(2)
})
