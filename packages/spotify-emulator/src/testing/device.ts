import { expect, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { TestEmulator } from './test-emulator.ts'

const Message = z.looseObject({ type: z.string() })
type Message = z.infer<typeof Message>

export const deviceIdOf = (digit: string): string => digit.repeat(40)

/** A page's player as the dealer sees it. `next` gives the messages in order, waiting for them. */
export async function page(running: TestEmulator, token: string, deviceId: string, name = 'Kitchen') {
  const socket = new WebSocket(`${running.base.replace('http', 'ws')}/dealer`)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  onTestFinished(() => socket.terminate())
  const heard: Message[] = []
  const waiting: ((message: Message) => void)[] = []
  socket.on('message', (data) => {
    const message = Message.parse(JSON.parse(data instanceof Buffer ? data.toString('utf8') : ''))
    const taker = waiting.shift()
    if (taker === undefined) heard.push(message)
    else taker(message)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const say = (message: Record<string, unknown>): void => socket.send(JSON.stringify(message))
  const next = (): Promise<Message> => {
    const message = heard.shift()
    return message === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(message)
  }
  /** The next message of this type; those before it are dropped. */
  const heardOf = async (type: string): Promise<Message> => {
    const message = await next()
    return message.type === type ? message : heardOf(type)
  }
  const streamUrlOf = async (trackId: string): Promise<string> => {
    say({ type: 'stream', trackId })
    return running.origin + String((await heardOf('stream'))['streamUrl'])
  }
  /** Everything said before this has been taken in once the answer is here. */
  const settled = async (): Promise<void> => {
    say({ type: 'stream', trackId: '0'.repeat(22) })
    expect(await heardOf('stream')).toMatchObject({ streamUrl: null })
  }
  say({ type: 'hello', token, deviceId, name, volumePercent: 80 })
  const greeting = await Promise.race([next(), closed.then((code): Message => ({ type: 'closed', code }))])
  const close = async (): Promise<void> => {
    socket.close()
    await closed
  }
  return { greeting, say, next, heard: heardOf, settled, streamUrlOf, close, closed }
}
