import type { ServerMessage } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { createListeners } from '../../browser/listeners.ts'
import { createReactions } from './reactions-model.ts'

const SSID = '7b0c4c38-55aa-4d6e-9a3c-0d9bb1a3d001'

function open() {
  const messages = createListeners<[ServerMessage]>()
  const timers = new Set<{ atMs: number; run: () => void }>()
  const sent: number[] = []
  const world = { nowMs: 0, isLive: true }
  const reactions = createReactions({
    ssid: SSID,
    link: {
      onMessage: messages.add,
      react(_, emoji) {
        if (world.isLive) sent.push(emoji)
        return world.isLive
      },
    },
    monotonicMs: () => world.nowMs,
    random: () => 0.75,
    after(delayMs, run) {
      const timer = { atMs: world.nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  })
  const stop = reactions.start()
  return {
    reactions,
    sent,
    world,
    stop,
    timers,
    messages,
    state: () => reactions.store.getState(),
    receive: (...counts: number[]) => messages.notify({ type: 'reactions', ssid: SSID, counts }),
    pass(ms: number) {
      world.nowMs += ms
      for (const timer of timers) if (timer.atMs <= world.nowMs && timers.delete(timer)) timer.run()
    },
  }
}

describe('reactions on the stage', () => {
  it('C2 an own reaction is shown at once, and not again with the answer of the server', () => {
    const { reactions, sent, state, receive } = open()
    reactions.react(1)
    expect([sent, state().rising.length, state().counts]).toEqual([[1], 1, [0, 1, 0, 0, 0, 0]])
    receive(0, 1, 0, 0, 0, 0)
    expect(state().counts).toEqual([0, 1, 0, 0, 0, 0])
    receive(0, 1, 0, 0, 0, 0)
    expect(state().counts).toEqual([0, 2, 0, 0, 0, 0])
  })

  it('C2 an answer that never came does not hide the reactions of others later', () => {
    const { reactions, state, receive, pass } = open()
    reactions.react(0)
    pass(3_000)
    receive(1, 0, 0, 0, 0, 0)
    expect(state().counts[0]).toBe(2)
  })

  it('C2 many reactions make the emoji larger, and at most 24 move', () => {
    const { state, receive, reactions } = open()
    receive(500, 1, 0, 0, 0, 0)
    expect(state().rising.map(({ scale }) => scale)).toEqual([2.4, 2.4, 2.4, 1])
    expect(state().rising.every(({ left }) => left === 71)).toBe(true)
    receive(6, 0, 0, 0, 0, 0)
    expect(state().rising.at(-1)?.scale).toBeCloseTo(1.35)
    for (let message = 0; message < 20; message += 1) receive(9, 9, 9, 9, 9, 9)
    expect(state().rising).toHaveLength(24)
    const [first] = state().rising
    reactions.remove(first?.id ?? 0)
    expect(state().rising).toHaveLength(23)
  })

  it('C2 the counter starts again after a pause', () => {
    const { state, receive, pass } = open()
    receive(2, 0, 0, 0, 0, 0)
    pass(3_900)
    receive(1, 0, 0, 0, 0, 0)
    pass(3_900)
    expect(state().counts[0]).toBe(3)
    pass(200)
    expect([state().counts[0], state().rising]).toEqual([0, []])
  })

  it('C2 screen readers get the reactions of others at most every five seconds', () => {
    const { reactions, state, receive, pass } = open()
    const hasSummary = () => state().summary.some((count) => count > 0)
    reactions.react(3)
    receive(1, 0, 0, 1, 0, 0)
    receive(1, 0, 0, 0, 0, 0)
    expect(hasSummary()).toBe(false)
    pass(5_000)
    expect(state().summary).toEqual([2, 0, 0, 0, 0, 0])
    receive(0, 4, 0, 0, 0, 0)
    pass(4_900)
    expect(state().summary).toEqual([2, 0, 0, 0, 0, 0])
    pass(100)
    expect(state().summary).toEqual([0, 4, 0, 0, 0, 0])
    pass(5_000)
    expect(hasSummary()).toBe(false)
    receive(1, 0, 0, 0, 0, 0)
    pass(5_000)
    expect(state().summary).toEqual([1, 0, 0, 0, 0, 0])
  })

  it('C2 a session that is opened again shows nothing of before, and receives nothing while it is closed', () => {
    const { stop, state, receive, pass, reactions, timers } = open()
    const nothing = { rising: [], counts: [0, 0, 0, 0, 0, 0], summary: [0, 0, 0, 0, 0, 0] }
    receive(1, 0, 0, 0, 0, 0)
    pass(5_000)
    receive(2, 0, 0, 0, 0, 0)
    stop()
    expect([state(), timers.size]).toEqual([nothing, 0])
    receive(1, 0, 0, 0, 0, 0)
    expect(state()).toEqual(nothing)
    reactions.start()
    receive(0, 1, 0, 0, 0, 0)
    pass(5_000)
    expect(state().summary).toEqual([0, 1, 0, 0, 0, 0])
  })

  it('C2 only reactions of this session are shown, and a message with none changes nothing', () => {
    const { state, receive, messages, timers } = open()
    const before = state()
    messages.notify({ type: 'reactions', ssid: 'another', counts: [1, 0, 0, 0, 0, 0] })
    messages.notify({ type: 'muted', ssid: SSID, muted: true })
    receive(0, 0, 0, 0, 0, 0)
    expect([state(), timers.size]).toEqual([before, 0])
  })

  it('C2 no timer runs after the last summary was empty', () => {
    const { receive, pass, timers } = open()
    receive(1, 0, 0, 0, 0, 0)
    pass(5_000)
    pass(5_000)
    expect(timers.size).toBe(0)
  })

  it('C3 a person who taps fast sends no more than the server takes', () => {
    const { reactions, sent, pass } = open()
    for (let tap = 0; tap < 50; tap += 1) reactions.react(0)
    expect(sent).toHaveLength(8)
    pass(1_000)
    for (let tap = 0; tap < 50; tap += 1) reactions.react(0)
    expect(sent).toHaveLength(11)
  })

  it('C2 without a live connection nothing is shown or sent', () => {
    const { reactions, world, state, sent } = open()
    world.isLive = false
    reactions.react(0)
    expect([sent, state().rising]).toEqual([[], []])
  })
})
