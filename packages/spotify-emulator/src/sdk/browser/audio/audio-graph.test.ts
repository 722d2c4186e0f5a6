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
  await vi.advanceTimersByTimeAsync(700)
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

/** Starts a graph whose output timestamps are wrong for this long, by an amount that changes. @returns when it runs */
async function startedAfterMs(unsteadyMs: number): Promise<number> {
  const begunMs = performance.now()
  class Starting extends Context {
    get contextTime() {
      const elapsedMs = performance.now() - begunMs
      return 1 + (elapsedMs - (elapsedMs < unsteadyMs ? 80 - elapsedMs / 2 : 0)) / 1000
    }
    getOutputTimestamp() {
      return { contextTime: this.contextTime, performanceTime: performance.now() }
    }
  }
  vi.stubGlobal('AudioContext', Starting)
  const graph = new AudioGraph(
    () => undefined,
    () => undefined,
  )
  let runsAfterMs = Number.NaN
  void graph.run().then((runs) => (runsAfterMs = runs ? performance.now() - begunMs : Number.NaN))
  await vi.advanceTimersByTimeAsync(1_000)
  return runsAfterMs
}

it('M7 begins when the output timestamps agree, or after 600 ms', async () => {
  expect(await startedAfterMs(0)).toBeLessThan(60)
  const late = await startedAfterMs(200)
  expect(late).toBeGreaterThan(220)
  expect(late).toBeLessThan(300)
  const last = await startedAfterMs(900)
  expect(last).toBeGreaterThan(600)
  expect(last).toBeLessThan(630)
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
