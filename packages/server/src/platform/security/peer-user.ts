import { readFile } from 'node:fs/promises'
import { isIPv4, type Socket } from 'node:net'
import { endianness } from 'node:os'
import { ipv6Groups } from '../http/client-network.ts'

/** The addresses and ports of a TCP connection: `local` is this server, `remote` is the client. */
export type SocketAddresses = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>

/**
 * Finds out whether a connection from this machine was opened by the operating-system user of this process, or by
 * root (A5).
 */
export type IsFromOwnUser = (connection: SocketAddresses) => Promise<boolean>

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const ROOT = '0'
/** The state `LISTEN` of a socket in the tables. */
const LISTENING = '0A'
/** The inode in the row of a socket that its process has closed. The row then shows root as the user. */
const CLOSED = '0'

/**
 * Reads `/proc/net/tcp` and `/proc/net/tcp6`. On systems without these files, the user of a connection is unknown, and
 * every connection counts as one of the server's own user (A5).
 */
export async function isFromOwnUser(connection: SocketAddresses): Promise<boolean> {
  const tables = await Promise.all(TABLES.map((file) => readFile(file, 'latin1').catch(() => '')))
  return ownsPeer(tables.join('\n'), connection) ?? true
}

/**
 * Returns whether the client's end of a connection belongs to the user of this server or to root. If this end is
 * closed or not in the tables, the result is false. If the tables do not have the server's listening socket with its
 * inode, the result is null, because the user is then unknown.
 * @param tables the content of `/proc/net/tcp` and `/proc/net/tcp6`
 */
export function ownsPeer(tables: string, connection: SocketAddresses): boolean | null {
  const own = endOf(connection.localAddress, connection.localPort)
  const peer = endOf(connection.remoteAddress, connection.remotePort)
  const rows = rowsOf(tables, connection.localPort)
  const listener = rows.find(({ local, state }) => local === own && state === LISTENING)
  // In some sandboxes every inode is 0. The tables then do not show which sockets are closed.
  if (!listener || listener.inode === CLOSED) return null
  // The local and the remote end are compared, because one port can belong to several connections.
  const other = rows.find(({ local, remote }) => local === peer && remote === own)
  if (!other || other.inode === CLOSED) return false
  return other.user === ROOT || other.user === listener.user
}

type Row = { local: string; remote: string; state: string; user: string; inode: string }

/** Returns the rows of the tables whose local or remote end has this port. */
function rowsOf(tables: string, port = 0): Row[] {
  const mark = `:${hexPort(port)} `
  return tables.split('\n').flatMap((line) => {
    if (!line.includes(mark)) return []
    const [, local, remote, state, , , , user, , inode] = line.trim().split(/\s+/)
    if (!local || !remote || !state || !user || !inode) return []
    return [{ local: mapped(local), remote: mapped(remote), state, user, inode }]
  })
}

/** Formats an address and a port as in `/proc/net/tcp6`. An IPv4 address becomes an IPv4-mapped IPv6 address. */
function endOf(address = '', port = 0): string {
  return `${hexOf(isIPv4(address) ? `::ffff:${address}` : address)}:${hexPort(port)}`
}

const mapped = (end: string) => (/^\w{8}:/.test(end) ? MAPPED_PREFIX + end : end)

const hexPort = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')

/** Formats an IPv6 address as in `/proc/net/tcp6`: four 32-bit numbers in hex, in the byte order of the machine. */
function hexOf(address: string): string {
  const groups = ipv6Groups(address).map((group) => group.padStart(4, '0'))
  const bytes = Buffer.from(groups.join(''), 'hex')
  if (endianness() === 'LE') bytes.swap32()
  return bytes.toString('hex').toUpperCase()
}

const MAPPED_PREFIX = hexOf('::ffff:0.0.0.0').slice(0, 24)
