import { afterEach, expect, it, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

afterEach(() => void vi.useRealTimers())

it('S4 each connection is checked once in ten seconds, counted from its start', () => {
  vi.useFakeTimers()
  const heartbeat = createHeartbeat()
  const checks = new Map<string, number>()
  const add = (name: string) => {
    const connection = { checkAlive: () => void checks.set(name, (checks.get(name) ?? 0) + 1) }
    const group = heartbeat.add(connection)
    return () => heartbeat.remove(connection, group)
  }
  const removeEarly = add('early')
  vi.advanceTimersByTime(3_000)
  const removeLate = add('late')
  vi.advanceTimersByTime(7_000)
  expect([checks.get('early'), checks.get('late')]).toEqual([1, undefined])
  vi.advanceTimersByTime(3_000)
  expect([checks.get('early'), checks.get('late')]).toEqual([1, 1])
  removeEarly()
  vi.advanceTimersByTime(20_000)
  expect([checks.get('early'), checks.get('late')]).toEqual([1, 3])
  removeLate()
  expect(vi.getTimerCount()).toBe(0)
})
