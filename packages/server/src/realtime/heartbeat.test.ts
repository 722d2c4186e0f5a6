import { afterEach, expect, it, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

afterEach(() => void vi.useRealTimers())

it('S4 each connection is asked once in ten seconds, those of one moment beside those of others', () => {
  vi.useFakeTimers()
  const heartbeat = createHeartbeat()
  const beats = new Map<string, number>()
  const join = (name: string) => {
    const member = { beat: () => void beats.set(name, (beats.get(name) ?? 0) + 1) }
    const turn = heartbeat.join(member)
    return () => heartbeat.leave(member, turn)
  }
  const leaveEarly = join('early')
  vi.advanceTimersByTime(3_000)
  const leaveLate = join('late')
  vi.advanceTimersByTime(7_000)
  expect([beats.get('early'), beats.get('late')]).toEqual([1, undefined])
  vi.advanceTimersByTime(3_000)
  expect([beats.get('early'), beats.get('late')]).toEqual([1, 1])
  leaveEarly()
  vi.advanceTimersByTime(20_000)
  expect([beats.get('early'), beats.get('late')]).toEqual([1, 3])
  leaveLate()
  expect(vi.getTimerCount()).toBe(0)
})
