import { readFile } from 'node:fs/promises'
import { isIPv4, type Socket } from 'node:net'
import { endianness } from 'node:os'

/** The two ends of a connection, from our side. */
export type Connection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>

/**
 * Finds out whether a connection from this machine was opened by the operating-system user of this process, or by
 * root (A5).
 */
export type IsFromOwnUser = (connection: Connection) => Promise<boolean>

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const ROOT = '0'
/** The state of a socket that waits for connections. */
const LISTENING = '0A'
/** The inode of a socket that its process has closed. Its user is shown as root. */
const CLOSED = '0'

/**
 * Looks in the tables of the system. Systems without these tables do not say who opened a connection, so every
 * connection counts as our own.
 */
export async function isFromOwnUser(connection: Connection): Promise<boolean> {
  const tables = await Promise.all(TABLES.map((file) => readFile(file, 'latin1').catch(() => '')))
  return ownsPeer(tables.join('\n'), connection) ?? true
}

/**
 * Returns whether the other end of a connection belongs to our user or to root. An end that is closed or not
 * listed belongs to someone else. Null if the tables do not list the socket on which we listen, or not its inode.
 * @param tables the content of `/proc/net/tcp` and `/proc/net/tcp6`
 */
export function ownsPeer(tables: string, connection: Connection): boolean | null {
  const own = endOf(connection.localAddress, connection.localPort)
  const peer = endOf(connection.remoteAddress, connection.remotePort)
  const rows = rowsOf(tables, connection.localPort)
  const listener = rows.find(({ local, state }) => local === own && state === LISTENING)
  // Some sandboxes list no inodes. There, the tables do not show which ends are closed.
  if (!listener || listener.inode === CLOSED) return null
  // Both ends are compared, because a port can belong to several connections at once.
  const other = rows.find(({ local, remote }) => local === peer && remote === own)
  if (!other || other.inode === CLOSED) return false
  return other.user === ROOT || other.user === listener.user
}

type Row = { local: string; remote: string; state: string; user: string; inode: string }

/** Reads the rows with a port at one of their ends. Lines that are no rows are skipped. */
function rowsOf(tables: string, port = 0): Row[] {
  const mark = `:${hexPort(port)} `
  return tables.split('\n').flatMap((line) => {
    if (!line.includes(mark)) return []
    const [, local, remote, state, , , , user, , inode] = line.trim().split(/\s+/)
    if (!local || !remote || !state || !user || !inode) return []
    return [{ local: mapped(local), remote: mapped(remote), state, user, inode }]
  })
}

/** Returns an end of a connection as in the table for IPv6. IPv4 addresses become mapped ones. */
function endOf(address = '', port = 0): string {
  return `${hexOf(isIPv4(address) ? `::ffff:${address}` : address.replace(/%.*$/, ''))}:${hexPort(port)}`
}

const mapped = (end: string) => (/^\w{8}:/.test(end) ? MAPPED_PREFIX + end : end)

const hexPort = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')

/** Returns an IPv6 address as the system writes it: four numbers of 32 bits, in the machine's order of bytes. */
function hexOf(address: string): string {
  // The parser of addresses expands embedded IPv4 addresses and checks the rest.
  const plain = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '::'
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0'))
  const bytes = Buffer.from(groups.join(''), 'hex')
  if (endianness() === 'LE') bytes.swap32()
  return bytes.toString('hex').toUpperCase()
}

const MAPPED_PREFIX = hexOf('::ffff:0.0.0.0').slice(0, 24)
