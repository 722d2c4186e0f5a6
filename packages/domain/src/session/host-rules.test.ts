import { describe, expect, it } from 'vitest'
import {
  addingRefusal,
  type HostRules,
  hostRuleNames,
  hostRulesIn,
  mustWait,
  refusesSongs,
  refusingRule,
  type RuledSong,
} from './host-rules.ts'
import { openRules } from '../testing/open-rules.ts'
import { approvesSongs, type Role } from './role-permissions.ts'

const song: RuledSong = { explicit: false, durationMs: 180_000, chosenAgo: null }
const refuses = (rules: Partial<HostRules>, changes: Partial<RuledSong> = {}) =>
  refusingRule({ ...openRules, ...rules }, { ...song, ...changes })

describe('the rules of the host', () => {
  it('H1 the first rules refuse nothing', () => {
    expect(refusesSongs(openRules)).toBe(false)
    expect(refuses({}, { explicit: true, durationMs: 9_999_999, chosenAgo: 1 })).toBeNull()
    expect(addingRefusal(openRules, { role: 'guest', added: 199 })).toBeNull()
    expect(Object.keys(hostRulesIn({ ...openRules }))).toEqual(hostRuleNames)
  })

  it('H5 a song is refused for its words, its length, or because it played a short while ago', () => {
    expect(refuses({ explicit: false }, { explicit: true })).toBe('explicit')
    expect(refuses({ explicit: false })).toBeNull()
    expect(refuses({ maxMinutes: 3 })).toBeNull()
    expect(refuses({ maxMinutes: 3 }, { durationMs: 180_001 })).toBe('length')
    expect(refuses({ noRepeat: 5 }, { chosenAgo: 5 })).toBe('repeat')
    expect(refuses({ noRepeat: 5 }, { chosenAgo: 6 })).toBeNull()
    expect(refuses({ noRepeat: 100 })).toBeNull()
  })

  it.each<[Partial<HostRules>, boolean]>([
    [{ explicit: false }, true],
    [{ maxMinutes: 8 }, true],
    [{ noRepeat: 1 }, true],
    [{ adding: false, songsPerPerson: 1, downVotes: false }, false],
  ])('H5 songs are checked only with a rule for songs: %j', (rules, isChecked) => {
    expect(refusesSongs({ ...openRules, ...rules })).toBe(isChecked)
  })

  it.each<[Role, 'locked' | null]>([
    ['owner', null],
    ['manager', null],
    ['operator', null],
    ['relate', null],
    ['guest', 'locked'],
  ])('H2 while adding is locked, %s gets %s', (role, refusal) => {
    expect(addingRefusal({ ...openRules, adding: false }, { role, added: 0 })).toBe(refusal)
  })

  it('H3 everyone may add as many songs as the rule says', () => {
    for (const role of ['owner', 'guest'] as const) {
      expect(addingRefusal({ ...openRules, songsPerPerson: 2 }, { role, added: 1 })).toBeNull()
      expect(addingRefusal({ ...openRules, songsPerPerson: 2 }, { role, added: 2 })).toBe('limit')
    }
  })

  it('H9 only people without a role wait, and only while songs must be approved', () => {
    const roles = ['owner', 'manager', 'operator', 'relate', 'guest'] as const
    expect(roles.filter((role) => mustWait({ approve: true }, role))).toEqual(['guest'])
    expect(roles.filter((role) => mustWait({ approve: false }, role))).toEqual([])
    expect(roles.filter(approvesSongs)).toEqual(['owner', 'manager', 'operator'])
  })
})
