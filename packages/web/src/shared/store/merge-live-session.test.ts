import type { Invite, NowPlaying } from '@jointly/contract'
import { openRules } from '@jointly/domain/testing/open-rules'
import { describe, expect, it } from 'vitest'
import type { JoinedSession } from './state.ts'
import { mergeLiveSession } from './merge-live-session.ts'

const ssid = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01'
const silent: NowPlaying = {
  mode: 'passive',
  song: null,
  startTime: null,
  nowTime: 1,
  by: null,
  chosen: null,
}
const invite: Invite = {
  uuid: ssid,
  session_uuid: ssid,
  ssid,
  title: 'Kitchen',
  mode: 'own',
  managed: false,
  active: 0,
  playing: false,
  nowPlaying: silent,
  invitedBy: null,
}
const owner = { id: ssid, username: 'ann' }
const open: JoinedSession = {
  session: {
    id: ssid,
    uuid: ssid,
    code: 'ABC234',
    title: 'Kitchen, Friday',
    managed: false,
    mode: 'random',
    policy: 'link',
    owner,
  },
  nowPlaying: { ...silent, mode: 'active' },
  next: null,
  active: [owner],
  activeCount: 3,
  listenerCount: 3,
  skips: 0,
  setup: { manager: null, skipPercent: 35, version: 1, chat: false, rules: openRules },
  voteCount: 0,
  voters: [],
  you: { role: 'owner', votes: {}, skip: false, favorite: true, added: 0 },
}

describe('a row of the home list', () => {
  it('I2 shows the open session as it is now', () => {
    expect(mergeLiveSession(invite, open)).toMatchObject({
      title: 'Kitchen, Friday',
      active: 3,
      playing: true,
    })
  })

  it('I2 shows every other session as it was fetched', () => {
    expect(mergeLiveSession(invite, null)).toBe(invite)
    const other = '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a02'
    expect(mergeLiveSession({ ...invite, session_uuid: other }, open).active).toBe(0)
  })

  it('I2 an open session that plays nothing is not shown as playing', () => {
    const quiet = { ...open, nowPlaying: silent }
    const live = mergeLiveSession({ ...invite, playing: true, managed: true }, quiet)
    expect(live).toEqual({ ...invite, title: 'Kitchen, Friday', active: 3 })
  })

  it('H8 I2 an open session that is paused is not shown as playing', () => {
    const nowPlaying = { ...open.nowPlaying, pausedAt: 1000 }
    expect(mergeLiveSession(invite, { ...open, nowPlaying }).playing).toBe(false)
  })
})
