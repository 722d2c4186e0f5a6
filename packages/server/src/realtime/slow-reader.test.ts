import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { LIVE_PATH } from '@jointly/contract'
import { afterEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createLocalBus } from '../platform/event-bus.ts'
import { createMemoryRateLimiter } from '../platform/http/rate-limit.ts'
import type { SessionState } from '../session/view/shared-body.ts'
import { createLiveServer } from './live-server.ts'
import { listenOnLoopback } from '../testing/loopback.ts'

/**
 * The size of a state in bytes. It is large, so that the network buffers have room for only a few states. It is smaller
 * than MAX_UNSENT_BYTES, so that one unsent state does not close the connection.
 */
const STATE_BYTES = 1_000_000
/** How many states in a row the slow client must miss before the test continues. */
const STATES_BEHIND = 10

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Starts a server with one session, which everyone may enter. The state of the session is a number. */
async function startNumberServer() {
  const bus = createLocalBus()
  const session = { state: 0 }
  const failures: unknown[] = []
  const live = createLiveServer(
    {
      connect: async (ssid) => ({ ssid }),
      disconnect: () => undefined,
      setSound: () => undefined,
      state: async () => numbered(session.state),
      activeCount: () => 2,
      personalView: async () => ({ role: 'guest', votes: {}, skip: false, favorite: false, added: 0 }),
    },
    {
      ...{ bus, limiter: createMemoryRateLimiter() },
      now: Date.now,
      authenticate: async (token) => ({ userId: token, tokenId: token }),
      logFault: (error) => failures.push(error),
    },
  )
  const server = createServer()
  server.on('upgrade', live.upgrade)
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  const port = await listenOnLoopback(server)
  closing.push(async () => {
    await live.close()
    server.close()
  })
  return {
    failures,
    /** Returns whether bytes for the newest connection wait, because its client does not read. */
    isLastBehind: () => (sockets.at(-1)?.writableLength ?? 0) > 0,
    connect: (name: string) => connectReader(port, name),
    setState(state: number) {
      session.state = state
      bus.publish({ type: 'session', ssid: SSID })
    },
  }
}

const SSID = crypto.randomUUID()

function numbered(state: number): SessionState {
  return {
    tag: String(state),
    message: () => Buffer.from(JSON.stringify({ state, filling: 'x'.repeat(STATE_BYTES) })),
    peopleSince: () => null,
    get shared(): never {
      throw new Error('only its message is read')
    },
  }
}

/** Connects a client that opens the session and stores all states that it receives. */
async function connectReader(port: number, token: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`)
  closing.push(() => socket.terminate())
  const states: number[] = []
  let wake = (): void => undefined
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    if (text === '{"type":"ready"}') socket.send(JSON.stringify({ type: 'open', ssid: SSID }))
    const state = /^\{"state":(\d+)/.exec(text)?.[1]
    if (state !== undefined) states.push(Number(state))
    wake()
  })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'hello', token }))
  const has = async (state: number): Promise<void> => {
    while (states.at(-1) !== state) await new Promise<void>((resolve) => (wake = resolve))
  }
  await has(0)
  return { socket, states, has }
}

it('D2 a client that stops reading delays no other client, and gets only the newest state when it continues', async () => {
  const { connect, setState, failures, isLastBehind } = await startNumberServer()
  const [quick, slow] = [await connect('quick'), await connect('slow')]
  slow.socket.pause()
  let state = 0
  for (let behind = 0; behind < STATES_BEHIND; behind = isLastBehind() ? behind + 1 : 0) {
    state += 1
    setState(state)
    await quick.has(state)
  }
  slow.socket.resume()
  await slow.has(state)
  // The slow client got fewer states, each once and in their order, and at the end the newest state.
  expect(slow.states.length).toBeLessThan(state)
  expect(slow.states).toEqual([...slow.states].sort((a, b) => a - b))
  expect(new Set(slow.states).size).toBe(slow.states.length)
  expect(failures).toEqual([])
})
