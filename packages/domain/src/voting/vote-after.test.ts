import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { voteAfter } from './vote-after.ts'

const direction = fc.constantFrom('up' as const, 'down' as const)
const anyVote = fc.constantFrom('up' as const, 'down' as const, 'none' as const)

describe('one vote', () => {
  it('V1 the same direction again withdraws, the other replaces', () => {
    expect(voteAfter('none', { kind: 'toggle', direction: 'up' })).toBe('up')
    expect(voteAfter('up', { kind: 'toggle', direction: 'up' })).toBe('none')
    expect(voteAfter('up', { kind: 'toggle', direction: 'down' })).toBe('down')
    expect(voteAfter('down', { kind: 'toggle', direction: 'up' })).toBe('up')
  })

  it('V1 toggling the same direction twice from none or from it changes nothing', () => {
    fc.assert(
      fc.property(direction, (way) => {
        const action = { kind: 'toggle', direction: way } as const
        expect(voteAfter(voteAfter('none', action), action)).toBe('none')
        expect(voteAfter(voteAfter(way, action), action)).toBe(way)
      }),
    )
  })

  it('V1 a vote that is set can be sent again and changes nothing', () => {
    fc.assert(
      fc.property(anyVote, anyVote, (before, vote) => {
        const action = { kind: 'set', vote } as const
        expect(voteAfter(before, action)).toBe(vote)
        expect(voteAfter(voteAfter(before, action), action)).toBe(vote)
      }),
    )
  })
})
