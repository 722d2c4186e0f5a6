import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Crowd } from './crowd.ts'

type Step = { userId: string; server: string; arrivedAt: number; comes: boolean }

const step = fc.record<Step>({
  userId: fc.constantFrom('ann', 'ben', 'cleo', 'dan'),
  server: fc.constantFrom('a', 'b', 'c'),
  arrivedAt: fc.integer({ min: 0, max: 5 }),
  comes: fc.boolean(),
})

describe('a crowd', () => {
  it('S4 holds who is on any server, each once, in the order in which they came', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const crowd = new Crowd()
        const on = new Map<string, { servers: Set<string>; arrivedAt: number }>()
        for (const { userId, server, arrivedAt, comes } of steps) {
          const known = on.get(userId)
          if (comes) {
            expect(crowd.add(userId, server, arrivedAt)).toBe(known === undefined)
            const servers = (known?.servers ?? new Set()).add(server)
            on.set(userId, { servers, arrivedAt: Math.min(arrivedAt, known?.arrivedAt ?? Infinity) })
          } else {
            known?.servers.delete(server)
            const isGone = known?.servers.size === 0
            expect(crowd.drop(userId, server)).toBe(isGone)
            if (isGone) on.delete(userId)
          }
        }
        const inOrder = [...on].sort(
          ([one, { arrivedAt: a }], [other, { arrivedAt: b }]) => a - b || (one < other ? -1 : 1),
        )
        expect(crowd.first(Infinity)).toEqual(inOrder.map(([userId]) => userId))
        expect(crowd.count).toBe(on.size)
      }),
    )
  })
})
