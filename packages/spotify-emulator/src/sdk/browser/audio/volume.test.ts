import { afterEach, expect, it, vi } from 'vitest'
import { AudioElements } from './audio-elements.js'
import { AudioGraph } from './audio-graph.js'

afterEach(() => vi.unstubAllGlobals())

it('M5 the volume sets the gain of the audio graph, also when the graph opens later', () => {
  const gains: { gain: { value: number } }[] = []
  vi.stubGlobal(
    'AudioContext',
    class extends EventTarget {
      destination = {}
    },
  )
  vi.stubGlobal(
    'GainNode',
    class {
      gain
      constructor(_context: unknown, { gain }: { gain: number }) {
        this.gain = { value: gain }
        gains.push(this)
      }
      connect() {}
    },
  )
  const graph = new AudioGraph({ stopped() {}, resumed() {}, outputLost() {} })
  graph.volume = 0.4
  graph.open()
  expect(gains[0]?.gain.value).toBe(0.4)
  graph.volume = 0
  expect(gains[0]?.gain.value).toBe(0)
})

it('M5 the volume sets both audio elements, and mutes them where a page cannot set the volume', () => {
  const elements = new AudioElements('silence.wav')
  elements.volume = 0.4
  for (const element of [elements.next(), elements.next()])
    expect(element).toMatchObject({ volume: 0.4, muted: false })
  elements.volume = 0
  for (const element of [elements.next(), elements.next()]) expect(element.muted).toBe(true)
})
