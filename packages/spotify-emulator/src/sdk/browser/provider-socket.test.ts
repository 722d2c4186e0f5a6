import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProviderSocket } from './provider-socket.js'

class Socket extends EventTarget {
  static readonly OPEN = 1
  readyState = 1
  close = () => (this.readyState = 3)
}

let sockets: Socket[]
let losses: number
let provider: ProviderSocket

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  sockets = []
  losses = 0
  vi.stubGlobal(
    'WebSocket',
    class extends Socket {
      constructor() {
        super()
        sockets.push(this)
      }
    },
  )
  provider = new ProviderSocket('ws://provider.example', {
    onOpen: () => undefined,
    onMessage: () => undefined,
    onClose: () => (losses += 1),
  })
  provider.open()
})
afterEach(() => {
  Reflect.deleteProperty(document, 'hidden')
  provider.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const says = () => sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: '{"type":"alive"}' }))
const isShown = () => document.dispatchEvent(new Event('visibilitychange'))

it('M10 a connection that was silent during a sleep is replaced as soon as the page is shown', () => {
  says()
  vi.setSystemTime(Date.now() + 60_000)
  isShown()
  expect([sockets.length, sockets[0]?.readyState, losses]).toEqual([2, 3, 1])
  isShown()
  expect(sockets).toHaveLength(2)
})

it('M10 a connection that works stays when the page is shown or the network changes', () => {
  says()
  vi.advanceTimersByTime(10_000)
  isShown()
  dispatchEvent(new Event('online'))
  expect([sockets.length, losses]).toEqual([1, 0])
})

it('M10 a player that waits before its next attempt connects at once', () => {
  sockets[0]?.dispatchEvent(new Event('close'))
  expect([sockets.length, losses]).toEqual([1, 1])
  dispatchEvent(new Event('online'))
  expect([sockets.length, losses]).toEqual([2, 1])
})

it.each([false, true])(
  'M10 a connection that stays silent after a change of the network is replaced after 12 s, page hidden: %s',
  (value) => {
    says()
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    vi.advanceTimersByTime(7_000)
    dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(4_000)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(2_000)
    expect([sockets.length, sockets[0]?.readyState, losses]).toEqual([2, 3, 1])
  },
)

it('M10 a silent connection is replaced after 12 s also if the clock was set back', () => {
  says()
  vi.setSystemTime(Date.now() - 3_600_000)
  dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(13_000)
  expect(sockets).toHaveLength(2)
})

it('M10 a connection that speaks again after a change of the network stays', () => {
  says()
  vi.advanceTimersByTime(7_000)
  dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(4_000)
  says()
  vi.advanceTimersByTime(13_000)
  expect([sockets.length, losses]).toEqual([1, 0])
})
