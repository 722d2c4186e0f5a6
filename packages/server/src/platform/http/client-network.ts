import { isIPv6 } from 'node:net'

/**
 * The number of 16-bit groups in the network part of an IPv6 address. Four groups are a /64 network, which one
 * household or host usually has.
 */
const NETWORK_GROUPS = 4
const ALL_GROUPS = 8

/**
 * Returns the network of a client, for rate limits (A4). It is an IPv4 address, or the /64 network of an IPv6
 * address.
 * @param address the address of the client: the remote address of the socket, or the address from a trusted proxy
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [start = '', end] = address.replace(/%.*/, '').split('::')
  const head = start.split(':').filter(Boolean)
  const tail = (end ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: ALL_GROUPS - head.length - tail.length }, () => '0')
  const network = [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}
