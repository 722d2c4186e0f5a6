import { beforeEach, describe, expect, it } from 'vitest'
import { Presence } from './presence.ts'
import type { PresenceEvent } from './presence-event.ts'

describe('presence', () => {
  let now = 0
  let changes: string[] = []
  let presence: Presence

  beforeEach(() => {
    now = 1_000
    changes = []
    presence = new Presence({ now: () => now, onChange: (ssid) => changes.push(ssid) })
  })

  it('S4 a poll keeps a user active for 30 seconds', () => {
    expect(presence.poll('s', 'ann')).toBe(true)
    now += 29_999
    expect(presence.active('s')).toEqual(['ann'])
    now += 1
    expect(presence.active('s')).toEqual([])
  })

  it('S4 a user leaves 30 seconds after the clock was set back, or after a later poll', () => {
    presence.poll('s', 'ann')
    presence.poll('s', 'ben')
    now -= 3_600_000
    presence.sweep()
    now += 20_000
    presence.poll('s', 'ben')
    now += 10_000
    presence.sweep()
    expect(presence.active('s')).toEqual(['ben'])
    now += 20_000
    presence.sweep()
    expect(presence.active('s')).toEqual([])
  })

  it('S4 a live connection keeps a user active without polls', () => {
    presence.connect('s', 'ann', 'c1')
    now += 3_600_000
    presence.sweep()
    expect(presence.active('s')).toEqual(['ann'])
  })

  it('S4 a user who leaves is inactive at once, and one whose connection is lost some time later', () => {
    presence.connect('s', 'ann', 'c1')
    presence.connect('s', 'ben', 'c2')
    presence.disconnect('s', 'ann', 'c1', 0)
    presence.disconnect('s', 'ben', 'c2', 8_000)
    expect(presence.active('s')).toEqual(['ben'])
    now += 8_000
    presence.sweep()
    expect(presence.active('s')).toEqual([])
  })

  it('S4 a user who reloads neither leaves nor arrives again', () => {
    presence.connect('s', 'ann', 'c1')
    presence.disconnect('s', 'ann', 'c1', 8_000)
    expect(presence.connect('s', 'ann', 'c2')).toBe(false)
    expect(changes).toEqual(['s'])
  })

  it('S4 a second tab keeps a user active when the first closes', () => {
    presence.connect('s', 'ann', 'c1')
    presence.connect('s', 'ann', 'c2')
    presence.disconnect('s', 'ann', 'c1', 0)
    expect(presence.active('s')).toEqual(['ann'])
  })

  it('S4 each arrival and departure is reported once, and users are listed by arrival', () => {
    presence.poll('s', 'ann')
    presence.poll('s', 'ben')
    presence.poll('s', 'ann')
    expect(presence.active('s')).toEqual(['ann', 'ben'])
    expect(changes).toEqual(['s', 's'])
    now += 30_000
    presence.sweep()
    presence.sweep()
    expect(changes).toEqual(['s', 's', 's', 's'])
  })

  it('K1 listeners are the active users who play sound with one of their clients', () => {
    presence.connect('s', 'ann', 'c1', false)
    presence.connect('s', 'ben', 'c2')
    expect(presence.countListeners('s', [])).toBe(1)
    presence.connect('s', 'ann', 'c3', true)
    expect(presence.countListeners('s', [])).toBe(2)
    presence.disconnect('s', 'ann', 'c3', 0)
    expect(presence.countListeners('s', [])).toBe(1)
    presence.setSound('s', 'ann', 'c1', true)
    presence.setSound('s', 'ann', 'c1', true)
    expect(presence.countListeners('s', [])).toBe(2)
    expect(changes).toHaveLength(5)
  })

  it('K1 active users who want to skip are listeners too, and count once', () => {
    presence.connect('s', 'ann', 'c1', false)
    presence.connect('s', 'ben', 'c2')
    expect(presence.countListeners('s', ['ann', 'ben', 'gone'])).toBe(2)
    expect(presence.countListeners('elsewhere', ['ann'])).toBe(0)
  })

  it('K1 a poll counts as sound if it says nothing, but other calls change nothing', () => {
    presence.poll('s', 'ann')
    expect(presence.countListeners('s', [])).toBe(1)
    presence.poll('s', 'ann', false)
    presence.poll('s', 'ann')
    expect(presence.countListeners('s', [])).toBe(0)
    presence.renew('s', 'ann', true)
    expect(presence.countListeners('s', [])).toBe(1)
    expect(changes).toHaveLength(3)
  })

  it('K1 a user whose connection is lost stays without sound for as long as they are active', () => {
    presence.connect('s', 'ann', 'c1', false)
    presence.disconnect('s', 'ann', 'c1', 8_000)
    expect([presence.count('s'), presence.countListeners('s', [])]).toEqual([1, 0])
  })

  it('K1 a user without sound here is a listener while they play sound on another server', () => {
    presence.connect('s', 'ann', 'c1', false)
    presence.applyEvent('b', { type: 'came', ssid: 's', userId: 'ann', arrivedAt: 1 })
    expect(presence.countListeners('s', [])).toBe(1)
    presence.applyEvent('b', { type: 'came', ssid: 's', userId: 'ann', arrivedAt: 1, isSilent: true })
    expect(presence.countListeners('s', [])).toBe(0)
    presence.applyEvent('b', { type: 'came', ssid: 's', userId: 'ann', arrivedAt: 1 })
    presence.applyEvent('b', { type: 'left', ssid: 's', userId: 'ann' })
    expect([presence.count('s'), presence.countListeners('s', [])]).toEqual([1, 0])
    expect(changes).toHaveLength(5)
  })

  it('S6 when a session is deleted on any server, each server reports that its users left', () => {
    const sent: PresenceEvent[] = []
    const sharing = new Presence({
      now: () => now,
      onChange: () => undefined,
      send: (event) => sent.push(event),
    })
    const left = (ssid: string) => ({ type: 'left', ssid, userId: 'ann' })
    for (const ssid of ['here', 'there']) sharing.poll(ssid, 'ann')
    sent.length = 0
    sharing.forget('here')
    expect(sent).toEqual([left('here'), { type: 'forgotten', ssid: 'here' }])
    sent.length = 0
    sharing.applyEvent('b', { type: 'forgotten', ssid: 'there' })
    expect(sent).toEqual([left('there')])
    expect([sharing.count('there'), ...sharing.ownEvents()]).toEqual([0])
  })

  it('K2 each server handles the users of a lost server, but not a user who left another server', () => {
    const ours: string[] = []
    const sharing = new Presence({
      now: () => now,
      onChange: (ssid, isOurs) => isOurs && ours.push(ssid),
    })
    for (const ssid of ['left', 'lost', 'stayed'])
      sharing.applyEvent('b', { type: 'came', ssid, userId: 'ann', arrivedAt: 1 })
    sharing.applyEvent('b', { type: 'left', ssid: 'left', userId: 'ann' })
    sharing.applyEvent('c', { type: 'came', ssid: 'stayed', userId: 'ann', arrivedAt: 1 })
    sharing.removeServer('b')
    expect(ours).toEqual(['lost'])
  })

  it('S5 a removed user is inactive, even with a live connection', () => {
    presence.connect('s', 'ann', 'c1')
    presence.remove('s', 'ann')
    expect(presence.active('s')).toEqual([])
    expect([presence.count('s'), presence.has('s', 'ann'), presence.count('other')]).toEqual([0, false, 0])
  })
})
