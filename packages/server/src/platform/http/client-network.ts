import { isIPv4, isIPv6 } from 'node:net'

/**
 * The number of 16-bit groups in the network part of an IPv6 address. Four groups are a /64 network, which one
 * household or host usually has.
 */
const NETWORK_GROUPS = 4
const ALL_GROUPS = 8

/** The start of an IPv6 address that contains an IPv4 address, as groups. */
const MAPPED = ['0', '0', '0', '0', '0', 'ffff']

/**
 * Returns the network of a client, for rate limits (A4). It is an IPv4 address, or the /64 network of an IPv6
 * address.
 * @param given the address of the client: the remote address of the socket, or the address from a trusted proxy. Some
 * proxies add the port of the client, which differs for each connection
 */
export function networkOf(given: string): string {
  const [, inBrackets, ipv4] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(given) ?? []
  const address = inBrackets ?? ipv4 ?? given
  if (!isIPv6(address)) return isIPv4(address) ? address : given
  const groups = ipv6Groups(address)
  if (!MAPPED.every((group, index) => groups[index] === group))
    return groups.slice(0, NETWORK_GROUPS).join(':')
  return groups
    .slice(MAPPED.length)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    .join('.')
}

/** Returns the eight groups of an IPv6 address in hex, without leading zeros. An invalid address counts as `::`. */
export function ipv6Groups(address: string): string[] {
  // `URL.parse` checks the address, and replaces an embedded IPv4 address such as `::ffff:1.2.3.4` by hex numbers.
  const plain = URL.parse(`http://[${address.replace(/%.*/, '')}]`)?.hostname.slice(1, -1) ?? '::'
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: ALL_GROUPS - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail]
}
