import { describe, expect, it } from 'vitest'
import { isProxyList, reachOf, reachProblem, type ReachSettings } from './reach.ts'

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

it.each<[Partial<ReachSettings>]>([[{}], [{ host: '0.0.0.0' }], [{ publicOrigin: 'https://music.example' }]])(
  'O1 a server with %j starts',
  (settings) => expect(reachProblem({ ...home, ...settings })).toBeNull(),
)

it('O1 a proxied server without PUBLIC_ORIGIN does not start and says what to set', () => {
  expect(reachProblem({ ...home, trustProxy: 'loopback' })).toBe(
    'TRUST_PROXY is loopback, so a proxy is in front. Set PUBLIC_ORIGIN to the address people open, for example PUBLIC_ORIGIN=https://music.example.org.',
  )
})

it.each([
  ['loopback', true],
  ['linklocal', true],
  ['uniquelocal', true],
  ['192.0.2.1', true],
  ['192.0.2.0/0', true],
  ['192.0.2.0/32', true],
  ['192.0.2.0/33', false],
  ['2001:db8::/33', true],
  ['2001:db8::/128', true],
  ['2001:db8::/129', false],
  ['loopback, 192.0.2.0/24', true],
  ['loopback, somewhere', false],
  ['loopback/8', false],
  ['my loopback', false],
  ['loopbacks', false],
  ['192.0.2.0/24/8', false],
  ['192.0.2.0/', false],
  ['192.0.2.0/x8', false],
  ['192.0.2.0/8x', false],
  ['192.0.2.0/0008', false],
  ['256.0.0.1', false],
  ['', false],
])('O2 whether TRUST_PROXY may be "%s": %s', (text, isValid) => {
  expect(isProxyList(text)).toBe(isValid)
})
