import { describe, expect, it } from 'vitest'
import {
  isManaging,
  mayBan,
  mayCalibrateEveryone,
  mayMute,
  maySeeSection,
  mayPause,
  moderatesChat,
  optionsSections,
  type Role,
  roleOf,
  skipsAtOnce,
} from './role-permissions.ts'

const roles: Role[] = ['owner', 'manager', 'operator', 'relate', 'guest']
const visibleSections = (role: Role, managed: boolean) =>
  optionsSections.filter((section) => maySeeSection(role, section, managed))

describe('the role table', () => {
  it('R1 says which role sees and changes which section of a managed session', () => {
    expect(Object.fromEntries(roles.map((role) => [role, visibleSections(role, true)]))).toEqual({
      owner: ['general', 'policy', 'guests', 'chat', 'rules', 'mods', 'flavor', 'banned', 'share'],
      manager: ['general', 'policy', 'guests', 'chat', 'rules', 'mods', 'flavor', 'banned', 'share'],
      operator: ['general', 'banned', 'share'],
      relate: ['share'],
      guest: [],
    })
  })

  it('S3 only the owner changes title and policy of an unmanaged session', () => {
    expect(visibleSections('owner', false)).toEqual([
      'general',
      'policy',
      'guests',
      'chat',
      'rules',
      'banned',
      'share',
    ])
    expect(maySeeSection('guest', 'general', false)).toBe(false)
  })

  it('S7 in an unmanaged session the owner alone bans people, in a managed one also managers and operators', () => {
    expect(roles.filter((role) => mayBan(role, false))).toEqual(['owner'])
    expect(roles.filter((role) => mayBan(role, true))).toEqual(['owner', 'manager', 'operator'])
  })

  it('R1 the owner is the owner even with a moderator level', () => {
    expect(roleOf({ isOwner: true, level: 'relate', managed: true })).toBe('owner')
    expect(roleOf({ isOwner: false, level: null, managed: true })).toBe('guest')
    expect(roleOf({ isOwner: false, level: 'operator', managed: true })).toBe('operator')
  })

  it('R5 moderators have no role while a session is not managed', () => {
    expect(roleOf({ isOwner: false, level: 'manager', managed: false })).toBe('guest')
  })

  it('K3 the owner’s and a manager’s skip acts at once, in a managed session only', () => {
    expect(roles.filter((role) => skipsAtOnce(role, true))).toEqual(['owner', 'manager'])
    expect(roles.filter((role) => skipsAtOnce(role, false))).toEqual([])
  })

  it('H8 the owner, managers and operators pause the music', () => {
    expect(roles.filter(mayPause)).toEqual(['owner', 'manager', 'operator'])
  })

  it('Y5 the owner, managers and operators calibrate the devices of everyone', () => {
    expect(roles.filter(mayCalibrateEveryone)).toEqual(['owner', 'manager', 'operator'])
  })

  it('C8 the owner, managers and operators moderate the chat, and mute people with a lower role', () => {
    expect(roles.filter(moderatesChat)).toEqual(['owner', 'manager', 'operator'])
    const muted = roles.map((role) => [role, roles.filter((person) => mayMute(role, person))])
    expect(Object.fromEntries(muted)).toEqual({
      owner: ['manager', 'operator', 'relate', 'guest'],
      manager: ['operator', 'relate', 'guest'],
      operator: ['relate', 'guest'],
      relate: [],
      guest: [],
    })
  })

  it('S2 invitations of the owner and of managers count in a strict session', () => {
    expect(roles.filter(isManaging)).toEqual(['owner', 'manager'])
  })
})
