import { afterEach, expect, it, vi } from 'vitest'
import { durationSec, playing } from '../testing/playing-voice.ts'

afterEach(() => vi.unstubAllGlobals())

it('plays the loaded pieces when the network breaks, and continues without a gap when it is back', async () => {
  const { voice, net, events, pass } = playing()
  voice.play()
  await pass(3)
  expect(events).toEqual(['sounding'])
  net.isUp = false
  await pass(15)
  net.isUp = true
  await pass(20)
  expect(events).toEqual(['sounding'])
})

it('loads the reserve four pieces at a time', async () => {
  const { voice, net, pass } = playing()
  voice.play()
  await pass(10)
  net.loads = 0
  await pass(20)
  expect(net.loads).toBe(5)
})

it('keeps 23 seconds of the song in memory, also close to its end', async () => {
  const { context, voice, pieces, pass } = playing()
  voice.play()
  await pass(10)
  while (context.currentTime < durationSec - 1) {
    await pass(1)
    const first = Math.floor(context.currentTime)
    const next = Array.from({ length: Math.min(23, durationSec - first) }, (_, at) => first + at)
    expect(next.filter((index) => !pieces.has(index))).toEqual([])
  }
})

it('reports a failure when no loaded piece is left', async () => {
  const { voice, net, events, pass } = playing()
  voice.play()
  await pass(3)
  net.isUp = false
  await pass(34)
  expect(events.slice(0, 3)).toEqual(['sounding', 'waiting', 'failed'])
})

it('retries failed pieces with growing waits', async () => {
  const { voice, net, pass } = playing()
  voice.play()
  await pass(3)
  net.isUp = false
  net.loads = 0
  await pass(10)
  expect(net.loads).toBeGreaterThan(3)
  expect(net.loads).toBeLessThanOrEqual(8)
})

it('loads each piece once and few at a time on a slow network, and plays what is just in time', async () => {
  const { voice, net, events, pass } = playing()
  net.secondsEach = 0.8
  voice.play()
  await pass(30)
  expect(net.loads).toBeLessThanOrEqual(40)
  expect(net.mostAtOnce).toBeLessThanOrEqual(3)
  const startedAfter = events.length
  await pass(20)
  expect(events.at(-1)).toBe('sounding')
  expect(events).toHaveLength(startedAfter)
})

it('loads the piece that plays now before others, on a slow network', async () => {
  const { voice, net, events, pass } = playing()
  net.secondsEach = 0.3
  voice.play()
  await pass(0.2)
  expect(net.mostAtOnce).toBe(1)
  await pass(0.3)
  expect(events).toEqual(['sounding'])
  await pass(10)
  expect(events).toEqual(['sounding'])
  expect(net.mostAtOnce).toBeGreaterThan(1)
})

it('loads no more pieces of a song that has stopped, even if it waited for one', async () => {
  const { voice, net, pass } = playing()
  net.secondsEach = 3
  voice.play()
  await pass(5)
  voice.stopAt(6000)
  await pass(2)
  net.loads = 0
  await pass(20)
  expect(voice.isOn).toBe(false)
  expect(net.loads).toBe(0)
})

it('ends at the end of the song, even if the last pieces failed', async () => {
  const { voice, net, events, pass } = playing()
  voice.play()
  await pass(35)
  net.isUp = false
  await pass(30)
  expect(events.at(-1)).toBe('ended')
  expect(voice.isOn).toBe(false)
})

it('B16 decodes no more seconds than are in memory, so that none is decoded again', async () => {
  const { context, voice, net, pieces, pass } = playing()
  voice.play()
  for (const seconds of [3, 10]) {
    await pass(seconds)
    // 8 decoded pieces are in memory: the one that plays, and 7 after it.
    expect(Math.max(...net.decoded) - Math.floor(context.currentTime)).toBeLessThan(8)
  }
  expect(pieces.size).toBeGreaterThan(30)
})
