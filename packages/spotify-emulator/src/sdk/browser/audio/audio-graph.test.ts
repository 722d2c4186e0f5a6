import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AudioGraph } from './audio-graph.js'

/** A fake audio context that changes its state with a delay, as browsers do. */
class Context extends EventTarget {
  destination = {}
  state = 'running'
  currentTime = 1
  suspend = () => this.become('suspended')
  resume = () => this.become('running')
  async become(state: string) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

const ignored = { stopped() {}, resumed() {}, outputLost() {} }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
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
  const graph = new AudioGraph({ ...ignored, stopped })
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
  const graph = new AudioGraph({ ...ignored, stopped })
  void graph.open().context.suspend()
  await vi.advanceTimersByTimeAsync(100)
  expect(stopped).toHaveBeenCalled()
})

it('reports that the system allows the sound again after an interruption', async () => {
  const resumed = vi.fn<() => void>()
  const graph = new AudioGraph({ ...ignored, resumed })
  const { context } = graph.open()
  void context.suspend()
  await vi.advanceTimersByTimeAsync(100)
  expect(resumed).not.toHaveBeenCalled()
  void context.resume()
  await vi.advanceTimersByTimeAsync(100)
  expect(resumed).toHaveBeenCalledOnce()
})

it('M11 reports a lost output, and starts again when an output works', async () => {
  const handlers = { ...ignored, outputLost: vi.fn<() => void>(), resumed: vi.fn<() => void>() }
  let hasOutput = false
  class UnpluggedContext extends Context {
    #isStuck = false
    // In Chromium, a context that failed to resume stays suspended until `suspend` is called again.
    override suspend = async () => void (this.#isStuck = false)
    override resume = async () => {
      if (hasOutput && !this.#isStuck) await this.become('running')
      if (hasOutput || this.#isStuck) return
      this.#isStuck = true
      this.dispatchEvent(new Event('error'))
    }
  }
  vi.stubGlobal('AudioContext', UnpluggedContext)
  const graph = new AudioGraph(handlers)
  const { context } = graph.open()
  void graph.run()
  context.dispatchEvent(new Event('error'))
  void Reflect.apply(Context.prototype.become, context, ['suspended'])
  await vi.advanceTimersByTimeAsync(50)
  expect(handlers.outputLost).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(context.state).toBe('suspended')
  hasOutput = true
  await vi.advanceTimersByTimeAsync(1_100)
  expect(context.state).toBe('running')
  expect(handlers.resumed).toHaveBeenCalledOnce()
})

it('M11 does not try to start again after the person has pressed stop', async () => {
  const graph = new AudioGraph(ignored)
  const { context } = graph.open()
  void graph.run()
  const resume = vi.spyOn(context, 'resume')
  context.dispatchEvent(new Event('error'))
  graph.suspendSoon()
  await vi.advanceTimersByTimeAsync(1_500)
  resume.mockClear()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(resume).not.toHaveBeenCalled()
})

let isPlugged = false
/**
 * A fake audio context whose calls take 200 ms. As in Chromium, it ignores `resume` after a failed attempt until
 * the next `suspend`.
 */
class SlowContext extends Context {
  #isStuck = false
  override suspend = async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    this.#isStuck = false
    if (this.state === 'running') await this.become('suspended')
  }
  override resume = async () => {
    if (this.#isStuck) return
    await new Promise((resolve) => setTimeout(resolve, 200))
    if (isPlugged) return this.become('running')
    this.#isStuck = true
    this.dispatchEvent(new Event('error'))
  }
}

/** Simulates a lost output. The app stops the graph `attemptMs` after the second attempt to start it has begun. */
async function suspendedDuringAttempt(attemptMs: number) {
  isPlugged = false
  vi.stubGlobal('AudioContext', SlowContext)
  const graph = new AudioGraph(ignored)
  const { context } = graph.open()
  void graph.run()
  context.dispatchEvent(new Event('error'))
  void Reflect.apply(Context.prototype.become, context, ['suspended'])
  await vi.advanceTimersByTimeAsync(1000 + attemptMs)
  graph.suspendSoon()
  await vi.advanceTimersByTimeAsync(1000)
  return context
}

it.each([100, 300])(
  'M11 a stop %i ms after an attempt began is the end of the attempts',
  async (attemptMs) => {
    const context = await suspendedDuringAttempt(attemptMs)
    await vi.advanceTimersByTimeAsync(500)
    const suspend = vi.spyOn(context, 'suspend')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(suspend).not.toHaveBeenCalled()
  },
)

it.each([100, 300])('M11 a stop %i ms after an attempt began suspends the graph', async (attemptMs) => {
  const context = await suspendedDuringAttempt(attemptMs)
  isPlugged = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(context.state).toBe('suspended')
})

it('M11 a press alone starts no attempts, but sound that is wanted does', async () => {
  isPlugged = false
  class SuspendedContext extends SlowContext {
    override state = 'suspended'
  }
  vi.stubGlobal('AudioContext', SuspendedContext)
  const graph = new AudioGraph(ignored)
  const { context } = graph.open()
  graph.unlock()
  const suspend = vi.spyOn(context, 'suspend')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(suspend).not.toHaveBeenCalled()
  void graph.run()
  isPlugged = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect(context.state).toBe('running')
})

/**
 * Starts a graph whose output timestamps have a changing error for `unsteadyMs`.
 * @returns the time until the graph runs, in milliseconds
 */
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
  const graph = new AudioGraph(ignored)
  let runsAfterMs = Number.NaN
  void graph.run().then((runs) => (runsAfterMs = runs ? performance.now() - begunMs : Number.NaN))
  await vi.advanceTimersByTimeAsync(1_000)
  return runsAfterMs
}

it('M7 begins when the output timestamps agree, or after 600 ms', async () => {
  expect(await startedAfterMs(0)).toBeLessThan(60)
  const late = await startedAfterMs(200)
  expect(late).toBeGreaterThan(200)
  expect(late).toBeLessThan(300)
  const last = await startedAfterMs(900)
  expect(last).toBeGreaterThan(600)
  expect(last).toBeLessThan(630)
})

it('M8 uses the sound that the page allowed in a press, once', () => {
  const context = new Context()
  vi.stubGlobal('pageAudio', context)
  const open = () => new AudioGraph(ignored).open().context
  expect(open()).toBe(context)
  expect(open()).not.toBe(context)
})

it('M7 fills the buffer of WebKitGTK with a signal that nobody hears, before the song begins', async () => {
  const signals: number[] = []
  class WebKitContext extends Context {
    baseLatency = 0
    close = () => Promise.resolve()
    getOutputTimestamp = () => ({ contextTime: 1, performanceTime: performance.now() + 1000 })
  }
  vi.stubGlobal('AudioContext', WebKitContext)
  vi.stubGlobal(
    'ConstantSourceNode',
    class {
      constructor(_: unknown, { offset }: { offset: number }) {
        signals.push(offset)
      }
      connect() {}
      start() {}
    },
  )
  const graph = new AudioGraph(ignored)
  const running = graph.run()
  await vi.advanceTimersByTimeAsync(100)
  expect(signals).toEqual([1e-6])
  graph.close()
  await vi.advanceTimersByTimeAsync(700)
  await expect(running).resolves.toBe(true)
  expect(signals).toEqual([1e-6])
})

/**
 * Runs a graph for ten seconds in a browser.
 * @returns how often the latency of an output was read, by itself or as a part of a timestamp
 */
async function latencyReads(userAgent: string): Promise<number> {
  let reads = 0
  class Counting extends Context {
    constructor() {
      super()
      const begunMs = performance.now()
      Object.defineProperty(this, 'currentTime', { get: () => (performance.now() - begunMs) / 1000 })
    }
    baseLatency = 0
    sampleRate = 48_000
    get outputLatency() {
      reads += 1
      return 0.04
    }
    getOutputTimestamp() {
      return { contextTime: this.currentTime - this.outputLatency, performanceTime: performance.now() }
    }
    close = () => Promise.resolve()
  }
  vi.stubGlobal('AudioContext', Counting)
  vi.stubGlobal(
    'ConstantSourceNode',
    class {
      connect() {}
      start() {}
    },
  )
  vi.stubGlobal('navigator', { userAgent })
  const graph = new AudioGraph(ignored)
  void graph.run()
  for (let tenths = 0; tenths < 100; tenths += 1) {
    await vi.advanceTimersByTimeAsync(100)
    graph.observe()
  }
  graph.close()
  return reads
}

it('M11 never reads the latency in Firefox on Linux, because the tab could freeze', async () => {
  expect(await latencyReads('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0')).toBe(0)
  expect(
    await latencyReads('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'),
  ).toBeGreaterThan(0)
})
