// The process of the listeners. It uses raw sockets that only read messages, so that thousands of listeners
// need just one core.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { LIVE_PATH } from '@jointly/contract'
import { runInParallel } from '../load/parallel.ts'
import type { ClientAnswer, ClientJob, EntryResult, Seat, AwaitedState } from './live-crowd.ts'

/** The number of connections that are opened in parallel. More would only wait in the kernel's queue. */
const CONNECTING_AT_ONCE = 200
const HOST = '127.0.0.1'
const HEADERS_END = Buffer.from('\r\n\r\n')
const TEXT = 1
const PING = 9
/** The position of the first letter of the type in a message, after `{"type":"`. */
const TYPE_AT = 9
const [SESSION, PEOPLE, READY] = [...Buffer.from('spr')]
const COUNT = Buffer.from('"activeCount":')
/**
 * Where the server's time begins and ends in a session message, counted from the end of the message. The time has 13
 * digits, and three braces follow.
 */
const TIME_FROM_END = 16
const TIME_TO_END = 3
/** The shortest and the longest wait before a new connection, as in the app. */
const RETRY_FROM_MS = 250
const RETRY_TO_MS = 500

type Version = {
  readonly key: number
  readonly upvotes: ReadonlyMap<string, number>
  pending: number
  doneMs: number
}
type Room = { seats: number; readonly versions: Version[]; newest: Buffer }
type Listener = {
  readonly seat: Seat
  readonly room: Room
  socket: Socket | null
  isUpgraded: boolean
  rest: Buffer | null
  /** The index in `room.versions` of the newest version that the listener has received. */
  version: number
  hasState: boolean
  count: number
  isIn: boolean
  bytes: number
}

/** All sockets share one buffer, because the data of one socket is handled before the next socket is read. */
const shared = Buffer.alloc(256 * 1024)
const rooms = new Map<string, Room>()
const listeners: Listener[] = []
let port = 0
/** The number of people that a complete state contains. A listener with a complete state has entered. */
let everyone = 0
let absent = 0
let allEntered = (): void => undefined
let isReturning = false
let isLeaving = false
let waiting: { wanted: AwaitedState; resolve(doneMs: number): void }[] = []

const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6

process.on('disconnect', () => process.exit())
process.on('message', ({ id, job }: { id: number; job: ClientJob }) => {
  answer(job).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function answer(job: ClientJob): Promise<ClientAnswer> {
  switch (job.kind) {
    case 'enter':
      return enter(job.port, job.seats, job.everyone)
    case 'seen':
      return new Promise((resolve) => {
        waiting.push({ wanted: job.wanted, resolve })
        resolveWaiting()
      })
    case 'newest':
      return rooms.get(job.room)?.newest ?? null
    case 'return':
      return reconnect(job.everyone)
    case 'leave':
      isLeaving = true
      for (const { socket } of listeners.splice(0)) socket?.destroy()
      rooms.clear()
      return null
  }
}

async function enter(onPort: number, seats: readonly Seat[], everyoneIs: number): Promise<EntryResult> {
  port = onPort
  isLeaving = false
  const added = seats.map((seat): Listener => {
    const room = rooms.get(seat.room) ?? { seats: 0, versions: [], newest: Buffer.alloc(0) }
    rooms.set(seat.room, room)
    room.seats += 1
    const fresh = { socket: null, isUpgraded: false, rest: null, version: -1, hasState: false }
    return { seat, room, ...fresh, count: 0, isIn: false, bytes: 0 }
  })
  listeners.push(...added)
  const beginMs = clockMs()
  const everyoneIn = expectAll(added, everyoneIs)
  await runInParallel(CONNECTING_AT_ONCE, added.length, (index) => open(added[index]))
  await everyoneIn
  return { tookMs: clockMs() - beginMs, bytes: added.map(({ bytes }) => bytes) }
}

/**
 * From now on, listeners whose connection was closed connect again. Waits until all of them have a complete state.
 * @param everyoneIs the number of people that a complete state contains
 */
async function reconnect(everyoneIs: number): Promise<EntryResult> {
  isReturning = true
  for (const each of listeners) each.hasState = false
  const everyoneIn = expectAll(listeners, everyoneIs)
  await everyoneIn
  isReturning = false
  return { tookMs: 0, bytes: listeners.map(({ bytes }) => bytes) }
}

function expectAll(all: readonly Listener[], everyoneIs: number): Promise<void> {
  everyone = everyoneIs
  absent = all.length
  for (const each of all) each.isIn = false
  return new Promise((resolve) => (allEntered = resolve))
}

function arrived(listener: Listener): void {
  if (listener.isIn || !listener.hasState || listener.count < everyone) return
  listener.isIn = true
  absent -= 1
  if (absent === 0) allEntered()
}

function open(listener: Listener | undefined): Promise<void> {
  if (!listener) return Promise.resolve()
  const { seat } = listener
  Object.assign(listener, { isUpgraded: false, rest: null, hasState: false, count: 0, bytes: 0 })
  return new Promise((resolve) => {
    const socket = connect({
      host: HOST,
      port,
      noDelay: true,
      onread: {
        buffer: shared,
        callback(length) {
          const wasUpgraded = listener.isUpgraded
          readChunk(listener, shared.subarray(0, length))
          if (!wasUpgraded && listener.isUpgraded) resolve()
          return true
        },
      },
    })
    listener.socket = socket
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve()
      if (isLeaving) return
      if (!isReturning) throw new Error(`a listener of ${seat.room} was thrown out`)
      setTimeout(() => void open(listener), RETRY_FROM_MS + Math.random() * (RETRY_TO_MS - RETRY_FROM_MS))
    })
    socket.write(
      `GET ${seat.token === null ? `/${seat.room}` : LIVE_PATH} HTTP/1.1\r\nHost: ${HOST}:${port}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
    if (seat.token !== null) socket.write(frame(TEXT, JSON.stringify({ type: 'hello', token: seat.token })))
  })
}

/** Creates a WebSocket frame of a client. The mask is zero, so that it does not change the data. */
function frame(opcode: number, text = ''): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

function readChunk(listener: Listener, chunk: Buffer): void {
  listener.bytes += chunk.length
  let data = listener.rest ? Buffer.concat([listener.rest, chunk]) : chunk
  if (!listener.isUpgraded) {
    const end = data.indexOf(HEADERS_END)
    if (end >= 0) {
      if (!data.toString('latin1', 0, 12).endsWith('101')) throw new Error(data.toString('latin1', 0, end))
      listener.isUpgraded = true
      data = data.subarray(end + HEADERS_END.length)
      if (listener.seat.token === null) {
        listener.hasState = true
        arrived(listener)
      }
    }
  }
  let at = 0
  while (listener.isUpgraded) {
    const lengthCode = (data[at + 1] ?? 0) & 0x7f
    const header = lengthCode === 127 ? 10 : lengthCode === 126 ? 4 : 2
    if (at + header > data.length) break
    const length =
      lengthCode === 127
        ? Number(data.readBigUInt64BE(at + 2))
        : lengthCode === 126
          ? data.readUInt16BE(at + 2)
          : lengthCode
    if (at + header + length > data.length) break
    handleFrame(listener, (data[at] ?? 0) & 0x0f, data.subarray(at + header, at + header + length))
    at += header + length
  }
  listener.rest = at < data.length ? Buffer.from(data.subarray(at)) : null
}

function handleFrame(listener: Listener, opcode: number, payload: Buffer): void {
  if (opcode === PING) listener.socket?.write(frame(10))
  if (opcode !== TEXT) return
  const type = payload[TYPE_AT]
  if (type === READY)
    listener.socket?.write(frame(TEXT, JSON.stringify({ type: 'open', ssid: listener.seat.room })))
  if (type !== SESSION && type !== PEOPLE) return
  const countAt = payload.indexOf(COUNT) + COUNT.length
  listener.count = Number.parseInt(payload.toString('latin1', countAt, countAt + 8), 10)
  if (type === SESSION) {
    listener.hasState = true
    if (listener.count >= everyone) noteVersion(listener, payload)
  }
  if (!listener.isIn) arrived(listener)
}

function noteVersion(listener: Listener, payload: Buffer): void {
  const { room } = listener
  const key = Number(payload.toString('latin1', payload.length - TIME_FROM_END, payload.length - TIME_TO_END))
  const { versions } = room
  let index = versions.length - 1
  while (index >= 0 && (versions[index]?.key ?? 0) > key) index -= 1
  if (versions[index]?.key !== key) {
    if (index < versions.length - 1) return
    room.newest = Buffer.from(payload)
    index = versions.push({ key, upvotes: upvotesOf(room.newest), pending: room.seats, doneMs: 0 }) - 1
  }
  const nowMs = clockMs()
  let isDone = false
  for (let had = listener.version + 1; had <= index; had += 1) {
    const version = versions[had]
    if (!version) continue
    version.pending -= 1
    if (version.pending > 0) continue
    version.doneMs = nowMs
    isDone = true
  }
  listener.version = Math.max(listener.version, index)
  if (isDone) resolveWaiting()
}

function resolveWaiting(): void {
  waiting = waiting.filter(({ wanted, resolve }) => {
    const matches = ({ key, upvotes }: Version) =>
      'at' in wanted ? key >= wanted.at : (upvotes.get(wanted.songID) ?? 0) >= wanted.upvotes
    const found = rooms.get(wanted.room)?.versions.find(matches)
    if (!found || found.pending > 0) return true
    resolve(found.doneMs)
    return false
  })
}

function upvotesOf(payload: Buffer): Map<string, number> {
  const rows = payload.toString().matchAll(/"song":\{"id":"([^"]+)".*?"upvotes":(\d+)/g)
  return new Map([...rows].map(([, songID = '', upvotes]) => [songID, Number(upvotes)]))
}
