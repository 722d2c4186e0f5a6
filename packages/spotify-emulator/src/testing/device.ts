import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { TestEmulator } from './test-emulator.ts'

const Message = z.looseObject({ type: z.string() })
type Message = z.infer<typeof Message>

export const deviceIdOf = (digit: string): string => digit.repeat(40)

/** Connects the player of a page by its WebSocket. `next` returns the messages in order. */
export async function page(emulator: TestEmulator, token: string, deviceId: string, name = 'Kitchen') {
  const socket = new WebSocket(`${emulator.base.replace('http', 'ws')}/dealer`)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  onTestFinished(() => socket.terminate())
  const received: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  socket.on('message', (data) => {
    const message = Message.parse(JSON.parse(data instanceof Buffer ? data.toString('utf8') : ''))
    const taker = waiting.shift()
    if (taker === undefined) received.push(message)
    else taker(message)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (message: Record<string, unknown>): void => socket.send(JSON.stringify(message))
  const next = (): Promise<Message> => {
    const message = received.shift()
    return message === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(message)
  }
  /** Returns the next message of this type. Earlier messages are dropped. */
  const nextOf = async (type: string): Promise<Message> => {
    const message = await next()
    return message.type === type ? message : nextOf(type)
  }
  const streamUrlOf = async (trackId: string): Promise<string> => {
    send({ type: 'stream', trackId })
    return emulator.origin + String((await nextOf('stream'))['streamUrl'])
  }
  /** Resolves when the emulator has handled all earlier messages. */
  const awaitHandled = async (): Promise<void> => {
    send({ type: 'stream', trackId: '0'.repeat(22) })
    expect(await nextOf('stream')).toMatchObject({ streamUrl: null })
  }
  send({ type: 'hello', token, deviceId, name, volumePercent: 80 })
  const greeting = await Promise.race([next(), closed.then((code): Message => ({ type: 'closed', code }))])
  /** Closes the socket. @param code the reason; without it, the socket closes like one of a page that reconnects */
  const close = async (code?: number): Promise<void> => {
    socket.close(code)
    await closed
  }
  return { greeting, send, next, nextOf, awaitHandled, streamUrlOf, close, closed }
}
