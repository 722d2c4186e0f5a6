import { vi } from 'vitest'
import { GraphVoice } from '../audio/graph-voice.js'

export const durationSec = 60

/** A fake node of the audio graph, without effects. */
class Node {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, cancelScheduledValues() {} }
  connect = (to: Node) => to
  disconnect() {}
  start() {}
  stop() {}
}

/**
 * A song whose pieces come over a simulated network. One piece loads in `net.secondsEach` seconds, and parallel loads
 * share the bandwidth. `carry` lets the time of the network pass.
 */
function songOnNetwork() {
  const net = { isUp: true, loads: 0, secondsEach: 0, mostAtOnce: 0, decoded: new Set<number>() }
  const coming = new Map<number, { left: number; arrive: () => void; arriving: Promise<object> }>()
  const pieces = new Map<number, object>()
  const song = {
    durationSec,
    loadedPiece: (index: number) => pieces.get(index),
    isLoaded: (index: number) => pieces.has(index),
    piece(index: number) {
      net.decoded.add(index)
      return song.load(index, 1)
    },
    async load(first: number, count: number) {
      net.loads += 1
      if (!net.isUp) throw new Error('away')
      return Promise.all(Array.from({ length: count }, (_, at) => song.download(first + at)))
    },
    async download(index: number) {
      const known = coming.get(index)
      if (known) return known.arriving
      const { promise, resolve } = Promise.withResolvers<object>()
      const arrive = () => {
        coming.delete(index)
        pieces.set(index, {})
        resolve({})
      }
      coming.set(index, { left: net.secondsEach, arrive, arriving: promise })
      net.mostAtOnce = Math.max(net.mostAtOnce, coming.size)
      if (net.secondsEach === 0) arrive()
      return promise
    },
  }
  function carry(sec: number): void {
    const sharing = [...coming.values()]
    for (const piece of sharing) {
      piece.left -= sec / sharing.length
      if (piece.left <= 0) piece.arrive()
    }
  }
  return { song, net, pieces, carry }
}

/**
 * Plays a song on a fake graph without latency. The test advances the time of the graph and can break the network.
 */
export function playing() {
  const rates: number[] = []
  class Source extends Node {
    constructor(_context: unknown, { playbackRate }: { playbackRate: number }) {
      super()
      rates.push(playbackRate)
    }
  }
  vi.stubGlobal('AudioBufferSourceNode', Source)
  vi.stubGlobal('GainNode', Node)
  const context = { currentTime: 0 }
  const { song, net, pieces, carry } = songOnNetwork()
  const events: string[] = []
  const record = (what: string) => () => void events.push(what)
  /** The simulated change of the output latency, in milliseconds. */
  const drift = { ms: 0 }
  /** The number of milliseconds by which the target position is ahead of the page's clock. */
  const target = { shiftMs: 0 }
  const clock = {
    isReady: true,
    withinMs: 1,
    audibleAtMs: (sec: number) => sec * 1000 + drift.ms,
    graphSec: (pageMs: number) => pageMs / 1000,
  }
  const voice = new GraphVoice(
    { context, output: new Node(), clock } as never,
    song as never,
    (pageMs: number) => pageMs + target.shiftMs,
    {
      sounding: record('sounding'),
      waiting: record('waiting'),
      ended: record('ended'),
      paused: record('paused'),
      blocked: record('blocked'),
      failed: record('failed'),
    },
  )
  /** Advances the graph's time, and updates the voice ten times a second. */
  async function pass(sec: number) {
    for (const untilSec = context.currentTime + sec; context.currentTime < untilSec - 0.001; ) {
      context.currentTime += 0.1
      carry(0.1)
      voice.update()
      for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
    }
  }
  /** Returns how far the sound is behind its target, in milliseconds. */
  function behindMs(): number {
    const now = voice.audiblePosition()
    if (!now) throw new Error('nothing is heard')
    return now.atMs + target.shiftMs - now.positionMs
  }
  return { context, voice, net, pieces, events, pass, drift, target, behindMs, rates: () => rates.splice(0) }
}
