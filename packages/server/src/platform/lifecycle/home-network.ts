import { isLoopback } from '@jointly/contract'
import type { networkInterfaces } from 'node:os'
import { type Config, readConfig } from '../../config.ts'
import { StartError } from './start-error.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

/**
 * The names of network interfaces for containers, virtual machines and VPNs. Phones in the home network cannot
 * reach these networks.
 */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vEthernet|VirtualBox|VMware|utun|tun|tap|wg|tailscale|zt)/i

/** The address ranges of home networks. The most common range is first. */
const PRIVATE_RANGES = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./]

/** Returns the IPv4 address of this machine in the home network. Null if the machine is in no network. */
export function findHomeAddress(interfaces: Interfaces): string | null {
  const addresses = Object.entries(interfaces).flatMap(([name, entries = []]) =>
    entries
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => ({ address, rank: rankOf(name, address) })),
  )
  return addresses.sort((a, b) => a.rank - b.rank)[0]?.address ?? null
}

/** Returns a rank for an address. The address with the lowest rank is most likely in the home network. */
function rankOf(name: string, address: string): number {
  const range = PRIVATE_RANGES.findIndex((pattern) => pattern.test(address))
  const rangeRank = range < 0 ? PRIVATE_RANGES.length : range
  return rangeRank + (VIRTUAL.test(name) ? PRIVATE_RANGES.length + 1 : 0)
}

/**
 * Reads the settings of a server that everyone in the home network can open (`--lan`, J8).
 * @throws StartError if a setting is invalid, or if only this machine can open `HOST` or `PUBLIC_ORIGIN`
 */
export function readHomeConfig(
  environment: Record<string, string | undefined>,
  interfaces: Interfaces,
): Config {
  const host = environment.HOST || '0.0.0.0'
  if (isLoopback(host))
    throw new StartError(`HOST is ${host}, so no other machine can open the port. Leave HOST out for --lan.`)
  const config = readConfig({ ...environment, HOST: host })
  const publicHost = config.publicOrigin && new URL(config.publicOrigin).hostname
  if (publicHost !== null && isLoopback(publicHost))
    throw new StartError(
      `PUBLIC_ORIGIN is ${config.publicOrigin}, which only this machine can open. Leave it out for --lan.`,
    )
  const named = publicHost ?? hostIfOne(host)
  return { ...config, homeAddress: named ?? findHomeAddress(interfaces) }
}

/** Returns the host at which the server listens. Null if it listens at all addresses of the machine. */
const hostIfOne = (host: string): string | null => (host === '0.0.0.0' || host === '::' ? null : host)
