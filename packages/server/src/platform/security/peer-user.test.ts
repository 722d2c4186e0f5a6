import { once } from 'node:events'
import { existsSync } from 'node:fs'
import net from 'node:net'
import { endianness } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { type SocketAddresses, isFromOwnUser, ownsPeer } from './peer-user.ts'

// `/proc/net/tcp` contains addresses in the byte order of the machine. The samples below are little-endian.
const isLittleEndian = endianness() === 'LE'

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const HOME = '0100007F'
const HOME_6 = '00000000000000000000000001000000'
const MAPPED = '0000000000000000FFFF00000100007F'
const SERVER = '0BB8'
const CLIENT = 'D431'
const OURS = 1000
const STRANGER = 33

type Sample = { local: string; remote: string; state?: string; user?: number; inode?: number }

function row({ local, remote, state = '01', user = OURS, inode = 4711 }: Sample): string {
  return `   3: ${local} ${remote} ${state} 00000000:00000000 02:0009C0C8 00000000  ${user}        0 ${inode} 1 0000 20 4 30 10 -1`
}

const listening = (address: string, zero: string) =>
  row({ local: `${address}:${SERVER}`, remote: `${zero}:0000`, state: '0A' })
const opened = (address: string, more: Partial<Sample> = {}) =>
  row({ local: `${address}:${CLIENT}`, remote: `${address}:${SERVER}`, ...more })
const accepted = (address: string) =>
  row({ local: `${address}:${SERVER}`, remote: `${address}:${CLIENT}`, user: OURS })

const connection = (address: string): SocketAddresses => ({
  ...{ localAddress: address, localPort: 3000 },
  ...{ remoteAddress: address, remotePort: 54_321 },
})
const table = (...rows: string[]) => [HEAD, ...rows, ''].join('\n')
const home = (...rows: string[]) => table(listening(HOME, '00000000'), accepted(HOME), ...rows)
const over4 = connection('127.0.0.1')

describe.runIf(isLittleEndian)('the user of the other end of a connection', () => {
  it.each([
    ['our user', OURS, true],
    ['root', 0, true],
    ['another user', STRANGER, false],
  ])('A5 is %s over IPv4', (_whose, user, isOwn) => {
    expect(ownsPeer(home(opened(HOME, { user })), over4)).toBe(isOwn)
  })

  it.each([
    ['our user', OURS, true],
    ['another user', STRANGER, false],
  ])('A5 is %s over IPv6', (_whose, user, isOwn) => {
    const tables = table(listening(HOME_6, '0'.repeat(32)), accepted(HOME_6), opened(HOME_6, { user }))
    expect(ownsPeer(tables, connection('::1'))).toBe(isOwn)
    expect(ownsPeer(tables, connection('::1%lo'))).toBe(isOwn)
  })

  it.each([
    ['our user', OURS, true],
    ['another user', STRANGER, false],
  ])('A5 is %s if one end is a mapped address', (_whose, user, isOwn) => {
    expect(ownsPeer(home(opened(MAPPED, { user })), over4)).toBe(isOwn)
    expect(ownsPeer(home(opened(HOME, { user })), connection('::ffff:127.0.0.1'))).toBe(isOwn)
    const dual = table(listening(MAPPED, '0'.repeat(32)), opened(HOME, { user }))
    expect(ownsPeer(dual, connection('::ffff:127.0.0.1'))).toBe(isOwn)
  })

  it('A5 is unknown on a system that lists no inodes', () => {
    const listener = row({ local: `${HOME}:${SERVER}`, remote: '00000000:0000', state: '0A', inode: 0 })
    const tables = table(listener, opened(HOME, { user: STRANGER, inode: 0 }))
    expect(ownsPeer(tables, over4)).toBeNull()
  })

  it('A5 is another user if the other end is not listed', () => {
    expect(ownsPeer(home(), over4)).toBe(false)
    const other = row({ local: `${HOME}:D432`, remote: `${HOME}:${SERVER}` })
    expect(ownsPeer(home(other), over4)).toBe(false)
  })

  it('A5 is another user if the same port of ours is connected to another server', () => {
    const elsewhere = row({ local: `${HOME}:${CLIENT}`, remote: `0200007F:${SERVER}` })
    expect(ownsPeer(home(elsewhere), over4)).toBe(false)
    expect(ownsPeer(home(elsewhere, opened(HOME, { user: STRANGER })), over4)).toBe(false)
  })

  it('A5 is another user if the other end is closed, which the system shows as root', () => {
    for (const state of ['04', '05', '06'])
      expect(ownsPeer(home(opened(HOME, { state, user: 0, inode: 0 })), over4)).toBe(false)
  })

  it('A5 is unknown without the tables, or if they do not list our own socket', () => {
    for (const tables of ['', HEAD, table(accepted(HOME), opened(HOME))])
      expect(ownsPeer(tables, over4)).toBeNull()
    const neighbour = row({
      local: `0200007F:${SERVER}`,
      remote: '00000000:0000',
      state: '0A',
      user: STRANGER,
    })
    expect(ownsPeer(table(neighbour, opened(HOME, { user: STRANGER })), over4)).toBeNull()
  })

  it('A5 is found between malformed lines', () => {
    const broken = [
      ...['', 'x', ':0BB8 ', `   3: ${HOME}:${CLIENT} ${HOME}:${SERVER} `, `: :0BB8 :0BB8 : : :`],
      opened(HOME).slice(0, 60),
      '\0\0\0',
    ]
    expect(ownsPeer(home(...broken), over4)).toBe(false)
    expect(ownsPeer(home(...broken, opened(HOME)), over4)).toBe(true)
  })

  it('A5 is another user if the connection has no address any more', () => {
    expect(
      ownsPeer(home(opened(HOME)), {
        ...over4,
        remoteAddress: undefined,
        remotePort: undefined,
      }),
    ).toBe(false)
  })
})

describe('a connection of this machine', () => {
  const ends: (() => void)[] = []
  afterEach(() => ends.splice(0).forEach((end) => end()))

  async function connect(host: string) {
    const server = net.createServer().listen(0, host)
    await once(server, 'listening')
    const address = server.address()
    const client = net.connect(typeof address === 'object' ? (address?.port ?? 0) : 0, host)
    const [socket]: net.Socket[] = await once(server, 'connection')
    if (!socket) throw new Error('no connection')
    ends.push(() => {
      client.destroy()
      socket.destroy()
      server.close()
    })
    return { client, socket }
  }

  it.each(['127.0.0.1', ...(existsSync('/proc/net/if_inet6') ? ['::1'] : [])])(
    'A5 at %s comes from our own user while the other end is open',
    async (host) => {
      const { socket } = await connect(host)
      expect(await isFromOwnUser(socket)).toBe(true)
    },
  )

  it.runIf(existsSync('/proc/net/tcp'))(
    'A5 comes from nobody we know after the other end was closed',
    async () => {
      const { client, socket } = await connect('127.0.0.1')
      const { localAddress = '', localPort = 0, remoteAddress, remotePort } = socket
      client.destroy()
      socket.resume()
      await once(socket, 'end')
      expect(await isFromOwnUser({ localAddress, localPort, remoteAddress, remotePort })).toBe(false)
    },
  )
})
