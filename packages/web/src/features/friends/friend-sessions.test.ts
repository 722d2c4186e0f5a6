import type { Invite } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { friendSessions } from './friend-sessions.ts'

const ben = { id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a02', username: 'ben' }

const session = (title: string, parts: Partial<Invite>): Invite => ({
  uuid: title,
  session_uuid: title,
  ssid: title,
  title,
  mode: 'favorite',
  managed: false,
  active: 0,
  playing: false,
  nowPlaying: { mode: 'passive', song: null, startTime: null, nowTime: 1, by: null, chosen: null },
  invitedBy: null,
  ...parts,
})

describe('the sessions of friends', () => {
  it('N3 lists incoming sessions and those with friends in them, first those that play, then those with people', () => {
    const invites = [
      session('own without friends', { mode: 'own', active: 2, playing: true }),
      session('empty invitation', { mode: 'invited', invitedBy: ben }),
      session('quiet, with a friend', { mode: 'own', active: 2, friends: [ben] }),
      session('plays, with a friend', { active: 2, playing: true, friends: [ben] }),
      session('favorite', { active: 1 }),
    ]
    expect(friendSessions(invites).map(({ title }) => title)).toEqual([
      'plays, with a friend',
      'quiet, with a friend',
      'empty invitation',
    ])
  })
})
