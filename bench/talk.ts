import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, LIVE_PATH, REACTIONS } from '@jointly/contract'
import { granted } from '@jointly/dev/world/api-user'
import { WebSocket } from 'ws'
import { type FloorProcess, startFloor } from './floors/floor-process.ts'
import { clockMs } from './live/live-crowd.ts'
import { fillCrowd, type Listener } from './load/fill-database.ts'
import { percentile, type Row, row } from './report.ts'
import { startServer } from '@jointly/dev/world/server-process'
import { inFolder } from './temporary.ts'

const people = 1_000
/** The number of samples that are not measured, because the server still compiles code during the first samples. */
const firstSamples = 5
const samples = 60
/**
 * The pause between two messages, in milliseconds. It is so long that the server does not join two reactions, and
 * that the session's limit of chat lines is not reached.
 */
const apartMs = 110
const floodMs = 5_000
/** How many reactions each person sends per second: a little fewer than the server allows. */
const tapsPerSecond = 3
const probeMs = 250
/** The index of the emoji that only probes use, so that the messages with a probe can be recognised. */
const probe = REACTIONS.length - 1

/**
 * Measures how long reactions and chat lines take to reach the last of 1,000 connections in a room. In the same run, a
 * plain `ws` server sends the same bytes to the same number of clients.
 */
export function talk(): Promise<Row[]> {
  return inFolder(measureTalk)
}

async function measureTalk(dataDir: string): Promise<Row[]> {
  const crowd = await fillCrowd({ DATA_DIR: dataDir }, { sessions: 1, listenersEach: people, songs: 1 })
  const [session] = crowd.sessions
  if (!session) throw new Error('no session')
  const { ssid, listeners } = session
  const [server, floor] = [await startServer(dataDir), await startFloor()]
  const ours = createRoom()
  const plain = createRoom()
  try {
    await plain.enter(listeners.map(() => `${floor.origin.replace('http', 'ws')}/${ssid}`))
    await ours.enter(listeners.map(() => server.origin.replace('http', 'ws') + LIVE_PATH))
    await ours.open(ssid, listeners)
    const react = (index: number, emoji: number) =>
      ours.say(index % people, JSON.stringify({ type: 'react', ssid, emoji }))
    const reactions = await measure(
      ours,
      plain,
      { floor, ssid, sign: '"type":"reactions"' },
      async (sample) => react(sample, 0),
    )
    const flooded = await flood(ours, react, server.pid)
    const chat = await measure(ours, plain, { floor, ssid, sign: '"type":"chat"' }, (sample) =>
      write(server.origin, ssid, listeners[sample % people]),
    )
    return [...rowsOf('a reaction', reactions), ...rowsOfFlood(flooded), ...rowsOf('a chat line', chat)]
  } finally {
    ours.close()
    plain.close()
    await floor.close()
    await server.end('SIGTERM')
  }
}

type Measurements = { ours: number[]; plain: number[]; bytes: number }

/**
 * Sends messages one after the other, and measures how long each takes. The plain server sends the same bytes after
 * each message.
 */
async function measure(
  ours: Room,
  plain: Room,
  { floor, ssid, sign }: { floor: FloorProcess; ssid: string; sign: string },
  send: (sample: number) => Promise<void>,
): Promise<Measurements> {
  const measured: Measurements = { ours: [], plain: [], bytes: 0 }
  for (let sample = 0; sample < firstSamples + samples; sample += 1) {
    const seen = ours.everyoneGets(sign)
    const beginMs = clockMs()
    await send(sample)
    const { lastMs, data } = await seen
    const plainSeen = plain.everyoneGets('')
    const plainBeginMs = await floor.broadcast(ssid, data)
    const plainEnd = await plainSeen
    if (sample >= firstSamples) {
      measured.ours.push(lastMs - beginMs)
      measured.plain.push(plainEnd.lastMs - plainBeginMs)
      measured.bytes = Math.max(measured.bytes, data.length)
    }
    await pause(apartMs)
  }
  return measured
}

type Flood = { taps: number; tookMs: number[]; messages: number; bytes: number; cpuShare: number }

/** Makes everyone send reactions, and measures how long the reactions of one person take meanwhile. */
async function flood(ours: Room, react: (index: number, emoji: number) => void, pid: number): Promise<Flood> {
  const tookMs: number[] = []
  const before = ours.received()
  const [beginMs, cpuBefore] = [clockMs(), cpuMsOf(pid)]
  let taps = 0
  const probing = (async () => {
    for (let count = 0; clockMs() - beginMs < floodMs; count += 1) {
      const seen = ours.everyoneGets('"type":"reactions"', (counts) => (counts[probe] ?? 0) > 0)
      const tappedMs = clockMs()
      react(count, probe)
      tookMs.push((await seen).lastMs - tappedMs)
      await pause(probeMs)
    }
  })()
  for (let sinceMs = 0; sinceMs < floodMs; sinceMs = clockMs() - beginMs) {
    for (const due = (sinceMs * people * tapsPerSecond) / 1_000; taps < due; taps += 1)
      react(taps, taps % probe)
    await pause(5)
  }
  await probing
  const after = ours.received()
  return {
    ...{ taps, tookMs },
    messages: (after.messages - before.messages) / people / (floodMs / 1_000),
    bytes: (after.bytes - before.bytes) / people / (floodMs / 1_000),
    cpuShare: (cpuMsOf(pid) - cpuBefore) / (clockMs() - beginMs),
  }
}

async function write(origin: string, ssid: string, author: Listener | undefined): Promise<void> {
  const call = createClient({ fetch, baseUrl: origin, token: () => author?.token ?? null })
  const body = { text: 'This is a line of a usual length, as people write it.', key: randomUUID() }
  granted(await call('addChatLine', { params: { ssid }, body }))
}

function rowsOf(what: string, { ours, plain, bytes }: Measurements): Row[] {
  const [p50, p99] = [percentile(plain, 0.5), percentile(plain, 0.99)]
  return [
    row(`${what}: to the last of ${people}, p50`, percentile(ours, 0.5), 'ms', { floor: p50 }),
    row(`${what}: to the last of ${people}, p99`, percentile(ours, 0.99), 'ms', { atMost: 200, floor: p99 }),
    row(`${what}: size`, bytes, 'bytes'),
  ]
}

function rowsOfFlood({ taps, tookMs, messages, bytes, cpuShare }: Flood): Row[] {
  const what = `${Math.round(taps / (floodMs / 1_000))} reactions/s`
  return [
    row(`${what}: to the last of ${people}, p50`, percentile(tookMs, 0.5), 'ms'),
    row(`${what}: to the last of ${people}, p99`, percentile(tookMs, 0.99), 'ms', { atMost: 200 }),
    row(`${what}: messages to each client in a second`, messages, '', { atMost: 13.5 }),
    row(`${what}: bytes to each client in a second`, bytes, 'bytes', { atMost: 2_000 }),
    row(`${what}: CPU of the server`, cpuShare * 100, '% of a core'),
  ]
}

/** Returns the CPU time of a process so far, in milliseconds (Linux). */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  // User and system time, in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

type ReceivedMessage = { lastMs: number; data: Buffer }
type Room = ReturnType<typeof createRoom>

/** Creates a room of plain WebSocket clients in this process. */
function createRoom() {
  let sockets: WebSocket[] = []
  let onMessage: (index: number, data: Buffer) => void = () => undefined
  const total = { messages: 0, bytes: 0 }
  return {
    async enter(urls: readonly string[]): Promise<void> {
      sockets = urls.map((url) => new WebSocket(url, { perMessageDeflate: false }))
      for (const [index, socket] of sockets.entries())
        socket.on('message', (data) => {
          if (!Buffer.isBuffer(data)) return
          total.messages += 1
          total.bytes += data.length
          onMessage(index, data)
        })
      await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))))
    },
    /** Logs everyone in and opens the session. */
    async open(ssid: string, listeners: readonly Listener[]): Promise<void> {
      const opened = this.everyoneGets('"type":"you"')
      for (const [index, { token }] of listeners.entries()) {
        this.say(index, JSON.stringify({ type: 'hello', token }))
        this.say(index, JSON.stringify({ type: 'open', ssid }))
      }
      await opened
      // Waits until the server has sent the last entry of a person to everyone, which takes about a second.
      await pause(2_500)
    },
    say: (index: number, text: string): void => sockets[index]?.send(text),
    received: () => ({ ...total }),
    /** Resolves when every client has received a message that contains this text. */
    everyoneGets(
      sign: string,
      matches: (counts: readonly number[]) => boolean = () => true,
    ): Promise<ReceivedMessage> {
      const missing = new Set(sockets.keys())
      return new Promise((resolve) => {
        onMessage = (index, data) => {
          if (!data.includes(sign) || !matches(countsOf(data))) return
          missing.delete(index)
          if (missing.size === 0) resolve({ lastMs: clockMs(), data })
        }
      })
    },
    close: () => sockets.forEach((socket) => socket.terminate()),
  }
}

/** Reads the counts of a message with reactions. Empty for another message. */
function countsOf(data: Buffer): number[] {
  const found = /"counts":\[([\d,]+)\]/.exec(data.toString('latin1'))?.[1]
  return found ? found.split(',').map(Number) : []
}
