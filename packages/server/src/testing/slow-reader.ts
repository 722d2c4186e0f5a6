import { Connection, type FrameWriter } from '../realtime/connection.ts'

/**
 * Creates a live connection whose client reads only when the test calls `take`.
 * @param isSlow false if the client reads each message at once
 */
export function slowReader({ isSlow = true, userId = 'ann' } = {}) {
  const received: unknown[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let taken: (() => void)[] = []
  const state = { isTerminated: false, isClosed: false }
  const take = (): void => {
    for (const frame of waiting) received.push(JSON.parse(payloadOf(frame)))
    waiting = []
    waitingBytes = 0
    const calls = taken
    taken = []
    for (const call of calls) call()
  }
  const writer: FrameWriter = {
    isOpen: () => !state.isTerminated,
    write(frame) {
      waiting.push(frame)
      waitingBytes += frame.length
      if (!isSlow) take()
    },
    unsentBytes: () => waitingBytes,
    onDrained: (callback) => void taken.push(callback),
    close() {
      state.isClosed = true
    },
    terminate() {
      state.isTerminated = true
    },
  }
  const connection = new Connection(writer, { id: `c of ${userId}`, userId, token: 't', tokenId: 'i' })
  return { connection, received, take, state, waiting: () => waiting.length }
}

/** Decodes the text of a WebSocket frame from a server, which is not masked. */
function payloadOf(frame: Buffer): string {
  const code = frame[1] ?? 0
  return frame.toString('utf8', code === 127 ? 10 : code === 126 ? 4 : 2)
}
