import { describe, expect, it } from 'vitest'
import { numbersOf, RATE } from './chirp.ts'
import { isTooLarge, suggestionsOf } from './suggested-corrections.ts'
import { findArrivals } from './find-arrivals.ts'
import { resample } from './resample.ts'
import { type Room, RECORDED_RATE, recordRoom } from './testing.ts'
import { slotsOf } from './schedule.ts'

const slots = slotsOf(8)

/** A room with eight devices. Their distances, delays and volumes are random. */
function roomOf(seed: number, change: Partial<Room> = {}): Room {
  const random = numbersOf(seed)
  const devices = Array.from({ length: 8 }, () => ({
    delayMs: random() * 320,
    metres: 0.5 + random() * 4,
    gain: 10 ** ((-12 * random()) / 20),
  }))
  return {
    ...{ devices, echoSec: 0.4, echoGain: 0.7, noiseDb: 10, musicDb: 10 },
    ...{ skewPpm: 300 * random() - 150, inputDelayMs: 120 * random(), seed },
    ...change,
  }
}

/**
 * Measures a room.
 * @returns the arrivals, and the error of each device's delay compared with that of the first device, in milliseconds
 */
function measured(room: Room, slots = slotsOf(8)) {
  const { samples, startMs } = recordRoom(room, slots)
  const arrivals = findArrivals(resample(samples, RECORDED_RATE, RATE), startMs, slots)
  const truth = (device: number) => {
    const { delayMs = 0, metres = 0 } = room.devices[device] ?? {}
    return delayMs + (metres / 343) * 1_000
  }
  const errors = arrivals.map(({ device, lateMs }) => lateMs - truth(device))
  return { arrivals, apartMs: Math.max(...errors) - Math.min(...errors) }
}

describe('the measurement of a room', () => {
  it('Y7 tells 8 of 8 devices apart within 3 ms, with echoes, noise, music and another clock', () => {
    const { arrivals, apartMs } = measured(roomOf(1))
    expect(arrivals.map(({ device }) => device)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(apartMs).toBeLessThan(3)
    expect(arrivals.filter(({ hasMoved }) => hasMoved)).toEqual([])
    expect(Math.max(...arrivals.map(({ withinMs }) => withinMs))).toBeLessThan(1)
  })

  it('Y7 the direct sound counts, even if an echo is louder', () => {
    const { arrivals, apartMs } = measured(roomOf(3, { echoGain: 1.4 }))
    expect(arrivals.length).toBeGreaterThanOrEqual(6)
    expect(apartMs).toBeLessThan(3)
  })

  it('Y7 the clock of the microphone may run at another speed', () => {
    const devices = [10, 60, 250].map((delayMs) => ({ delayMs, metres: 1, gain: 1 }))
    const change = { devices, echoSec: 0, noiseDb: 20, musicDb: Number.POSITIVE_INFINITY, skewPpm: 280 }
    const { arrivals, apartMs } = measured(roomOf(5, change))
    expect(arrivals.map(({ device }) => device)).toEqual([0, 1, 2])
    expect(Math.max(...arrivals.map(({ withinMs }) => withinMs))).toBeLessThan(0.8)
    expect(apartMs).toBeLessThan(0.5)
  })

  it('Y7 recognises devices that move or change their delay, but no others', () => {
    const room = roomOf(6)
    const moves = new Map([
      [1, [0, 0, -0.6]],
      [3, [0, 0.6, 1.2]],
      [6, [0, 20, 20]],
    ])
    const devices = room.devices.map((each, device) => ({ ...each, movedMetres: moves.get(device) ?? [] }))
    const { arrivals } = measured({ ...room, devices })
    const still = arrivals.filter(({ hasMoved }) => !hasMoved)
    expect(still.map(({ device }) => device)).toEqual([0, 2, 4, 5, 7])
    expect(Math.max(...still.map(({ withinMs }) => withinMs))).toBeLessThan(1)
  })

  it('Y7 recognises a device that moves in strong noise', () => {
    const room = roomOf(8, { noiseDb: -10, musicDb: Number.POSITIVE_INFINITY })
    const devices = [10, 60].map((delayMs) => ({
      delayMs,
      metres: 1,
      gain: 0.4,
      movedMetres: [0, 0, 0, 1, 1, 1],
    }))
    const still = { delayMs: 250, metres: 1, gain: 1 }
    const { arrivals } = measured({ ...room, devices: [still, still, ...devices] }, slotsOf(4))
    expect(arrivals.filter(({ device, hasMoved }) => device >= 2 && !hasMoved)).toEqual([])
    expect(arrivals.filter(({ device, hasMoved }) => device < 2 && hasMoved)).toEqual([])
  })

  it('Y7 the error contains a small movement', () => {
    const devices = [10, 60, 250].map((delayMs) => ({ delayMs, metres: 1, gain: 1, movedMetres: [0, 0, 0] }))
    const movedMetres = [0, 0, 0, 0, 0, 0.3]
    const change = {
      devices: devices.map((each, device) => (device === 2 ? { ...each, movedMetres } : each)),
    }
    const { arrivals } = measured(roomOf(7, change), slotsOf(3))
    const [first, , moved] = arrivals
    const movementMs = (0.3 / 343) * 1_000
    for (const beforeMs of [0, movementMs]) {
      const errorMs = Math.abs((moved?.lateMs ?? 0) - (first?.lateMs ?? 0) - 240 - beforeMs)
      expect(errorMs).toBeLessThan(moved?.withinMs ?? 0)
    }
    expect(moved).toMatchObject({ device: 2, hasMoved: false })
  })

  it('Y7 gives no figure for a device that is silent, and none if all are silent', () => {
    const room = roomOf(4)
    const devices = room.devices.map((device, index) => (index === 5 ? { ...device, gain: 0 } : device))
    expect(measured({ ...room, devices }).arrivals.map(({ device }) => device)).toEqual([0, 1, 2, 3, 4, 6, 7])
    expect(findArrivals(new Float64Array(RATE * 12), 600, slots)).toEqual([])
  })
})

describe('the suggested corrections', () => {
  const arrival = (device: number, lateMs: number) => ({ device, lateMs, withinMs: 0.6, hasMoved: false })

  it('Y7 the device that is heard first keeps its correction, and the others get the difference', () => {
    const devices = [
      { device: 0, correctionMs: 0 },
      { device: 1, correctionMs: 20 },
    ]
    expect(suggestionsOf([arrival(0, 282), arrival(1, 100)], devices)).toEqual([
      { device: 0, correctionMs: 202, withinMs: 2, isReference: false },
      { device: 1, correctionMs: 20, withinMs: 1, isReference: true },
    ])
  })

  it('Y7 a device that moved gets no correction, and is not the reference', () => {
    const arrivals = [{ ...arrival(0, 50), hasMoved: true }, arrival(1, 100), arrival(2, 110)]
    expect(suggestionsOf(arrivals, [])).toEqual([
      { device: 1, correctionMs: 0, withinMs: 1, isReference: true },
      { device: 2, correctionMs: 10, withinMs: 2, isReference: false },
    ])
    expect(suggestionsOf(arrivals.slice(0, 2), [])).toEqual([])
  })

  it('Y7 nothing is suggested for one device, and more than 500 ms is too large', () => {
    expect(suggestionsOf([arrival(0, 100)], [])).toEqual([])
    const suggestions = suggestionsOf([arrival(0, 100), arrival(1, 600), arrival(2, 601)], [])
    expect(suggestions.map(isTooLarge)).toEqual([false, false, true])
  })
})
