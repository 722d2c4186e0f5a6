import { describe, expect, it } from 'vitest'
import { ownHosts } from './own-hosts.ts'

const local = { host: '127.0.0.1', publicOrigin: null, trustProxy: null }

describe('the names of the server', () => {
  it('are those of this machine where only this machine reaches it', () => {
    const isOwn = ownHosts(local)
    for (const header of [
      'localhost:3000',
      '127.0.0.1',
      '127.0.0.1:80',
      '[::1]:3000',
      'app.localhost',
      undefined,
    ])
      expect([header, isOwn(header)]).toEqual([header, true])
    for (const header of [
      'evil.example:3000',
      '127.0.0.1.evil.example',
      'localhost@evil.example',
      '10.0.0.7',
      '',
      ' ',
    ])
      expect([header, isOwn(header)]).toEqual([header, false])
  })

  it('include the public one', () => {
    const isOwn = ownHosts({ ...local, publicOrigin: 'https://music.example' })
    expect([isOwn('music.example'), isOwn('localhost'), isOwn('evil.example')]).toEqual([true, true, false])
  })

  it('are all there are on the network and behind a proxy', () => {
    expect(ownHosts({ ...local, host: '0.0.0.0' })('kitchen.lan')).toBe(true)
    expect(ownHosts({ ...local, trustProxy: 'loopback' })('music.example')).toBe(true)
  })
})
