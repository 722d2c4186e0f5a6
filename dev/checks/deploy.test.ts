import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../setup/install.js'

const file = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

it('the proxy tells browsers to use https only', () => {
  expect(file('Caddyfile')).toMatch(/^\theader Strict-Transport-Security max-age=\d{8,}$/m)
})

it('O10 a page and its files come from the same server, also while two versions run', () => {
  expect(file('Caddyfile')).toMatch(/^\t+lb_policy client_ip_hash$/m)
})

it('calls over plain http are refused, and pages are sent on to https', () => {
  const plain = file('Caddyfile').split(/^http:\/\/\{\$SITE\} \{$/m)[1]
  expect(plain).toMatch(/@calls path \/api\/\* \/spotify\/api\/\* \/spotify\/accounts\/api\/\*$/m)
  expect(plain).toMatch(/handle @calls \{\s+respond "[^"]+" 403\s+\}/)
  expect(plain).toMatch(/handle \{\s+redir https:\/\/\{host\}\{uri\} 308\s+\}/)
})

it('Valkey asks for the password that the servers give', () => {
  const compose = file('compose.yaml')
  expect(compose).toMatch(/REDIS_URL: redis:\/\/:\$\{VALKEY_PASSWORD\b[^}]*\}@valkey:6379$/m)
  expect(compose).toMatch(/^ +requirepass \$\{VALKEY_PASSWORD\}$/m)
})

it('A4 the containers have IPv6, so that the proxy sees the address of each visitor, and the servers trust the proxy', () => {
  const [settings = '', network = ''] = file('compose.yaml').split(/^networks:$/m)
  expect(network).toMatch(/^ {4}enable_ipv6: true$/m)
  const subnets = [...network.matchAll(/- subnet: (\S+)$/gm)].map(([, subnet]) => subnet)
  expect(subnets.filter((subnet) => subnet?.includes(':'))).toHaveLength(1)
  expect(settings.match(/TRUST_PROXY: (\S+)$/m)?.[1]?.split(',')).toEqual(subnets)
})

it('A5 A15 G5 every server setting in the page about operating is passed to the containers', () => {
  const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const config = readFileSync(join(root, 'packages/server/src/config.ts'), 'utf8')
  const names = [...config.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name)
  expect(names).toContain('PUBLIC_ORIGIN')
  const passed = new Set(
    [
      ...file('compose.yaml').matchAll(/^ {4,6}([A-Z_]+): /gm),
      ...file('Dockerfile').matchAll(/\b([A-Z_]+)=/g),
    ].map(([, name]) => name),
  )
  expect(names.filter((name) => new RegExp(`\\b${name}\\b`).test(page) && !passed.has(name))).toEqual([])
})

it('every secret of the compose file is in the example of its settings, without a value', () => {
  const required = new Set([...file('compose.yaml').matchAll(/\$\{(\w+)(?=\}|:\?)/g)].map(([, name]) => name))
  const example = file('.env.example').matchAll(/^(\w+)=(.*)$/gm)
  const given = [...example].map(([, name, value]) => [name, value] as const)
  expect(new Set(given.map(([name]) => name))).toEqual(required)
  for (const [name, value] of given)
    expect([name, value]).toEqual([name, name === 'SITE' ? 'music.example.org' : ''])
})

it('B9 the container of the built-in service sees a music disk that is mounted after its start', () => {
  const [, mount = ''] = file('compose.yaml').match(/^ {6}- type: bind\n((?: {8}.*\n)+)/m) ?? []
  const settings = [...mount.matchAll(/^ +(\w+): (.+)$/gm)].map(([, name, value]) => [name, value])
  // Without MUSIC_DIR, the system may have no mount that allows rslave, so the default stays.
  expect(Object.fromEntries(settings)).toEqual({
    source: '${MUSIC_DIR:-/dev/null}',
    target: '/music',
    read_only: 'true',
    create_host_path: 'true',
    propagation: '${MUSIC_DIR:+rslave}',
  })
})

describe('B8 the built-in service as a unit of systemd', () => {
  const settings = (unit: string, name: string) =>
    [...file(unit).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)
  const provider = 'jointly-provider.service'
  const server = 'jointly@.service'

  it('gets none of the secrets of the server', () => {
    expect(settings(provider, 'EnvironmentFile')).toEqual(['/etc/jointly/provider'])
    expect(settings(server, 'EnvironmentFile')).toContain('/etc/jointly/provider')
    const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    const [, block = ''] = page.match(/^# \/etc\/jointly\/provider\n((?:\w+=.*\n)+)/m) ?? []
    const names = [...block.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(names).toEqual(['PUBLIC_ORIGIN', 'PROVIDER_SECRET'])
  })

  it('has its own user, because a user can read the environment of all its processes', () => {
    expect(settings(provider, 'User')).toHaveLength(1)
    expect(settings(provider, 'User')).not.toEqual(settings(server, 'User'))
  })
})
