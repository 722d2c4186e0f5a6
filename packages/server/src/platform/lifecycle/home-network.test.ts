import type { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { findHomeAddress, readHomeConfig } from './home-network.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

const address = (address: string, internal = false) => ({
  ...{ address, internal, netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null },
  family: 'IPv4' as const,
})
const loopback = { lo: [address('127.0.0.1', true)] }

describe('the home network', () => {
  it('J8 finds the address that phones at home can open', () => {
    const wifi = { wlan0: [address('192.168.1.23')] }
    const cases: [Interfaces, string | null][] = [
      [{ ...loopback, ...wifi }, '192.168.1.23'],
      [{ docker0: [address('172.17.0.1')], 'br-1a': [address('192.168.80.1')], ...wifi }, '192.168.1.23'],
      [{ utun3: [address('10.8.0.2')], en0: [address('10.0.0.7')] }, '10.0.0.7'],
      [{ eth0: [address('203.0.113.9')], ...wifi }, '192.168.1.23'],
      [{ tailscale0: [address('100.64.0.1')] }, '100.64.0.1'],
      [{ ...loopback, eth0: undefined }, null],
    ]
    for (const [interfaces, expected] of cases) expect(findHomeAddress(interfaces)).toBe(expected)
  })

  it('J8 opens the port for everyone in it, and needs a ticket for an account', () => {
    const config = readHomeConfig({}, { wlan0: [address('192.168.1.23')] })
    expect(config).toMatchObject({ host: '0.0.0.0', homeAddress: '192.168.1.23', registration: 'ticket' })
    expect(config.reach.by).toBe('network')
    expect(readHomeConfig({ HOST: '192.168.1.23' }, loopback)).toMatchObject({ host: '192.168.1.23' })
  })

  it.each([
    ['HOST', { HOST: '192.168.1.23' }, '192.168.1.23'],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://192.168.1.5:8080' }, '192.168.1.5'],
    ['no setting', { HOST: '::' }, '10.0.0.7'],
  ])('J8 shows the address that %s names', (_, settings, shown) => {
    expect(readHomeConfig(settings, { eth0: [address('10.0.0.7')] }).homeAddress).toBe(shown)
  })

  it('J8 does not start with a HOST that only this machine can open', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1'])
      expect(() => readHomeConfig({ HOST }, loopback)).toThrow(/Leave HOST out for --lan/)
    for (const PUBLIC_ORIGIN of ['http://localhost:3000', 'http://127.0.0.1:3000'])
      expect(() => readHomeConfig({ PUBLIC_ORIGIN }, loopback)).toThrow(/PUBLIC_ORIGIN .* Leave it out/)
  })
})
