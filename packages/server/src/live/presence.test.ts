import { beforeEach, describe, expect, it } from 'vitest'
import { createLocalPresence, type Presence } from './presence.ts'

describe('presence', () => {
  let now = 0
  let changes: string[] = []
  let presence: Presence

  beforeEach(() => {
    now = 1_000
    changes = []
    presence = createLocalPresence(
      () => now,
      (ssid) => changes.push(ssid),
    )
  })

  it('S4 a poll keeps a person active for 30 seconds', async () => {
    expect(await presence.poll('s', 'ann')).toBe(true)
    now += 29_999
    expect(await presence.active('s')).toEqual(['ann'])
    now += 1
    expect(await presence.active('s')).toEqual([])
  })

  it('S4 a standing live connection keeps a person active without polls', async () => {
    await presence.connect('s', 'ann', 'c1')
    now += 3_600_000
    await presence.sweep()
    expect(await presence.active('s')).toEqual(['ann'])
  })

  it('S4 leaving ends presence at once, a lost connection after its time', async () => {
    await presence.connect('s', 'ann', 'c1')
    await presence.connect('s', 'ben', 'c2')
    await presence.disconnect('s', 'ann', 'c1', 0)
    await presence.disconnect('s', 'ben', 'c2', 8_000)
    expect(await presence.active('s')).toEqual(['ben'])
    now += 8_000
    await presence.sweep()
    expect(await presence.active('s')).toEqual([])
  })

  it('S4 a reload is no departure and no second arrival', async () => {
    await presence.connect('s', 'ann', 'c1')
    await presence.disconnect('s', 'ann', 'c1', 8_000)
    expect(await presence.connect('s', 'ann', 'c2')).toBe(false)
    expect(changes).toEqual(['s'])
  })

  it('S4 a second tab keeps a person active when the first closes', async () => {
    await presence.connect('s', 'ann', 'c1')
    await presence.connect('s', 'ann', 'c2')
    await presence.disconnect('s', 'ann', 'c1', 0)
    expect(await presence.active('s')).toEqual(['ann'])
  })

  it('S4 each coming and going is told once, and who came first stands first', async () => {
    await presence.poll('s', 'ann')
    await presence.poll('s', 'ben')
    await presence.poll('s', 'ann')
    expect(await presence.active('s')).toEqual(['ann', 'ben'])
    expect(changes).toEqual(['s', 's'])
    now += 30_000
    await presence.sweep()
    await presence.sweep()
    expect(changes).toEqual(['s', 's', 's', 's'])
  })

  it('S5 a removed person is active no more, even with a live connection', async () => {
    await presence.connect('s', 'ann', 'c1')
    await presence.remove('s', 'ann')
    expect(await presence.active('s')).toEqual([])
    expect(await presence.counts(['s', 'other'])).toEqual(
      new Map([
        ['s', 0],
        ['other', 0],
      ]),
    )
  })
})
