import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AudioGraph } from './audio-graph.js'

/** A context that changes its state with a delay, as browsers do. */
class Context extends EventTarget {
  destination = {}
  state = 'running'
  currentTime = 1
  suspend = () => this.#become('suspended')
  resume = () => this.#become('running')
  async #become(state: string) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal(
    'GainNode',
    class {
      connect() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('runs when it is started during its own suspend, and does not report a stop', async () => {
  const stopped = vi.fn<() => void>()
  const graph = new AudioGraph(stopped, () => undefined)
  const { context } = graph.open()
  graph.suspendSoon()
  await vi.advanceTimersByTimeAsync(1010)
  const running = graph.run()
  await vi.advanceTimersByTimeAsync(100)
  expect(await running).toBe(true)
  expect(context.state).toBe('running')
  expect(stopped).not.toHaveBeenCalled()
})

it('reports a stop by the system', async () => {
  const stopped = vi.fn<() => void>()
  const graph = new AudioGraph(stopped, () => undefined)
  void graph.open().context.suspend()
  await vi.advanceTimersByTimeAsync(100)
  expect(stopped).toHaveBeenCalled()
})

it('reports that the system allows the sound again after an interruption', async () => {
  const resumed = vi.fn<() => void>()
  const graph = new AudioGraph(() => undefined, resumed)
  const { context } = graph.open()
  void context.suspend()
  await vi.advanceTimersByTimeAsync(100)
  expect(resumed).not.toHaveBeenCalled()
  void context.resume()
  await vi.advanceTimersByTimeAsync(100)
  expect(resumed).toHaveBeenCalledOnce()
})

it('M8 uses the sound that the page allowed in a press, once', () => {
  const context = new Context()
  vi.stubGlobal('pageAudio', context)
  const open = () =>
    new AudioGraph(
      () => undefined,
      () => undefined,
    ).open().context
  expect(open()).toBe(context)
  expect(open()).not.toBe(context)
})
