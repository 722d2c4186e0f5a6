import { describe, expect, it } from 'vitest'
import { networkOf } from './client-network.ts'

describe('the network for which attempts are counted', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::2:3:4:5:6:7:8%a:b', '0:2:3:4'],
    ['1:2::5:6:7:8', '1:2:0:0'],
    ['1::5:6:7:8', '1:0:0:0'],
    ['1::4:5:6:7:8', '1:0:0:4'],
    ['::ffff:10.20.30.40', '10.20.30.40'],
    ['64::ffff:10.20.30.40', '64:0:0:0'],
    ['::ffff:10.20.30.40:80', '::ffff:10.20.30.40:80'],
    ['a name', 'a name'],
  ])('A4 %s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
