import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ActiveUsers } from './active-users.ts'

type Step = { userId: string; server: string; arrivedAt: number; comes: boolean }

const step = fc.record<Step>({
  userId: fc.constantFrom('ann', 'ben', 'cleo', 'dan'),
  server: fc.constantFrom('a', 'b', 'c'),
  arrivedAt: fc.integer({ min: 0, max: 5 }),
  comes: fc.boolean(),
})

describe('the active users of a session', () => {
  it('S4 lists the users of all servers, each once, by arrival', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const crowd = new ActiveUsers()
        const on = new Map<string, { servers: Set<string>; arrivedAt: number }>()
        for (const { userId, server, arrivedAt, comes } of steps) {
          const known = on.get(userId)
          if (comes) {
            expect(crowd.add(userId, server, arrivedAt)).toBe(known === undefined)
            const servers = (known?.servers ?? new Set()).add(server)
            on.set(userId, { servers, arrivedAt: Math.min(arrivedAt, known?.arrivedAt ?? Infinity) })
          } else {
            known?.servers.delete(server)
            const isLast = known?.servers.size === 0
            expect(crowd.removeFrom(userId, server)).toBe(isLast)
            if (isLast) on.delete(userId)
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

  it('S4 knows each user’s arrival, and lists the first users up to a limit', () => {
    const crowd = new ActiveUsers()
    crowd.add('ben', 'a', 7)
    crowd.add('ann', 'a', 7)
    crowd.add('cleo', 'b', 3)
    expect([crowd.has('ann'), crowd.has('dan')]).toEqual([true, false])
    expect([crowd.arrivedAt('ann'), crowd.arrivedAt('dan')]).toEqual([7, undefined])
    expect(crowd.first(2)).toEqual(['cleo', 'ann'])
  })

  it('S4 a user can be removed from all servers at once, and removing an unknown user changes nothing', () => {
    const crowd = new ActiveUsers()
    crowd.add('ann', 'a', 1)
    crowd.add('ann', 'b', 1)
    expect(crowd.remove('ann')).toBe(true)
    expect(crowd.remove('ann')).toBe(false)
    expect(crowd.first(9)).toEqual([])
  })

  it('S4 removing a server removes the users who are on no other', () => {
    const crowd = new ActiveUsers()
    crowd.add('ann', 'a', 1)
    crowd.add('ben', 'a', 2)
    crowd.add('ben', 'b', 2)
    expect(crowd.removeServer('a')).toBe(true)
    expect(crowd.first(9)).toEqual(['ben'])
    expect(crowd.removeServer('a')).toBe(false)
    expect(crowd.removeServer('b')).toBe(true)
    expect(crowd.count).toBe(0)
  })
})
