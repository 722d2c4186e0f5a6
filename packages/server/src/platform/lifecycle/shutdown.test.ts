import { once } from 'node:events'
import net from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { connectLiveAs } from '../../testing/live-client.ts'
import { granted, startTestServer } from '../../testing/test-server.ts'
import { createShutdown } from './shutdown.ts'

const GOING_AWAY = 1001

it('runs every step in reverse order, also if one fails', async () => {
  const { onClose, close } = createShutdown()
  const taken: string[] = []
  onClose(() => void taken.push('data folder'))
  onClose(async () => {
    taken.push('database')
    throw new Error('the database is away')
  })
  onClose(() => void taken.push('calls'))

  await expect(close()).rejects.toThrow('the database is away')
  expect(taken).toEqual(['calls', 'database', 'data folder'])
  await close()
  expect(taken).toHaveLength(3)
})

it('S4 a stop first ends the connections, and then waits a limited time for a mail server that hangs', async () => {
  const connections: net.Socket[] = []
  const smtp = net.createServer((socket) => void connections.push(socket)).listen(0, '127.0.0.1')
  await once(smtp, 'listening')
  const mailAt = smtp.address()
  const server = await startTestServer(
    undefined,
    {},
    {
      SMTP_URL: `smtp://127.0.0.1:${typeof mailAt === 'object' ? mailAt?.port : ''}`,
      MAIL_FROM: 'Jointly <jointly@example.org>',
      PUBLIC_ORIGIN: 'https://music.example.org',
      REGISTRATION: 'open',
    },
  )
  onTestFinished(async () => {
    vi.useRealTimers()
    for (const connection of connections) connection.destroy()
    smtp.close()
    await server.close()
  })
  const { token } = await server.signUp('ann')
  await server.signUp('ben')
  const live = await connectLiveAs(server.address, token)
  for (const who of ['ann', 'ben']) await granted(server.anonymous('mailResetLink', { body: { who } }))
  await expect.poll(() => connections.length).toBe(1)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isClosed = false
  void server.app.close().then(() => (isClosed = true))
  expect(await live.closed).toBe(GOING_AWAY)
  await expect.poll(() => failureToConnect(server.address)).toBe('ECONNREFUSED')
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return isClosed
    })
    .toBe(true)
  expect(connections.map(({ closed }) => closed)).toEqual([false])
})

async function failureToConnect(address: string): Promise<string | undefined> {
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.destroy()
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  }
}
