import { describe, expect, it } from 'vitest'
import { reachOf, type ReachSettings } from './reach.ts'

const home: ReachSettings = { host: '127.0.0.1', publicOrigin: null, trustProxy: null }

describe('who can reach the server', () => {
  it.each<[Partial<ReachSettings>, string]>([
    [{}, 'this-machine'],
    [{ host: 'localhost' }, 'this-machine'],
    [{ host: '::1', publicOrigin: 'http://localhost:3000' }, 'this-machine'],
    [{ host: '127.0.0.2', publicOrigin: 'http://127.0.0.1:8080' }, 'this-machine'],
    [{ host: '0.0.0.0' }, 'network'],
    [{ host: '192.168.1.7', publicOrigin: 'http://kitchen.lan:3000' }, 'network'],
    [{ host: '0.0.0.0', publicOrigin: 'http://localhost:3000' }, 'network'],
    [{ host: 'localhost.example' }, 'network'],
    [{ trustProxy: 'loopback' }, 'proxied'],
    [{ host: '0.0.0.0', trustProxy: '10.0.0.0/8' }, 'proxied'],
    [{ publicOrigin: 'http://music.example' }, 'proxied'],
    [{ publicOrigin: 'https://music.example' }, 'proxied'],
    [{ host: '0.0.0.0', publicOrigin: 'https://music.example' }, 'proxied'],
    [{ publicOrigin: 'https://localhost' }, 'proxied'],
  ])('O1 %j is reached by: %s', (settings, by) => {
    const reach = reachOf({ ...home, ...settings })
    expect(reach.by).toBe(by)
    for (const reason of reach.reasons) expect(reason).toMatch(/^[A-Z].*\.$/)
    expect(reach.reasons).not.toEqual([])
  })
})
