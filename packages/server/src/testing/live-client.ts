import { LIVE_PATH, ServerMessage } from '@jointly/contract'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

type Of<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

/** The client of a live connection in a test. */
export type LiveClient = Awaited<ReturnType<typeof connectLive>>

/**
 * Opens a live connection, but does not send `hello`. The connection ends when the test has finished.
 * @param origin the origin of the server, such as `http://127.0.0.1:3000`
 */
export async function connectLive(origin: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${LIVE_PATH}`)
  const received: ServerMessage[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) received.push(ServerMessage.parse(JSON.parse(data.toString('utf8'))))
    for (const wake of waiting.splice(0)) wake()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  onTestFinished(() => socket.terminate())
  return {
    closed,
    isOpen: () => socket.readyState === socket.OPEN,
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    leave: () => socket.close(),
    /** Stops reading from the socket. The client can still send, but does not notice when the server closes it. */
    stopReading: () => socket.pause(),
    terminate: () => socket.terminate(),
    /** Returns whether a message of a type has arrived that `next` has not returned yet. */
    hasReceived: (type: ServerMessage['type']) => received.some((message) => message.type === type),
    /** Waits for the next message of a type for which `matches` returns true. Later calls can get the others. */
    async next<T extends ServerMessage['type']>(type: T, matches: (message: Of<T>) => boolean = () => true) {
      const isWanted = (message: ServerMessage): message is Of<T> => message.type === type
      for (;;) {
        const found = received.findIndex((message) => isWanted(message) && matches(message))
        const [message] = found < 0 ? [] : received.splice(found, 1)
        if (message && isWanted(message)) return message
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
  }
}

/** Opens a live connection and logs in with a token. */
export async function connectLiveAs(origin: string, token: string): Promise<LiveClient> {
  const live = await connectLive(origin)
  live.say({ type: 'hello', token })
  await live.next('ready')
  return live
}

/** Opens a live connection, logs in and opens a session. Resolves when the personal view of the session has arrived. */
export async function listenLive(origin: string, token: string, ssid: string): Promise<LiveClient> {
  const live = await connectLiveAs(origin, token)
  live.say({ type: 'open', ssid })
  await live.next('you')
  return live
}
