import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createBarrier } from '../../testing/barriers.ts'
import { choose, mine, readable } from '../../testing/generated-playlists.ts'
import { connectLiveAs } from '../../testing/live-client.ts'
import { failureToConnect } from '../../testing/loopback.ts'
import { granted, link, PASSWORD, startTestServer } from '../../testing/test-server.ts'
import { createLog } from '../log/log.ts'
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
  await expect(close()).rejects.toThrow('the database is away')
  expect(taken).toHaveLength(3)
})

it('a second stop does not close the database while the first one still answers calls', async () => {
  const { onStopServing, onStopWork, onClose, close } = createShutdown()
  const taken: string[] = []
  const call = createBarrier()
  onStopServing(async () => {
    await call.stop()
    taken.push('calls')
  })
  onStopWork(() => void taken.push('work'))
  onClose(() => void taken.push('database'))

  const first = close()
  await call.reached
  const second = close()
  await new Promise((resolve) => setImmediate(resolve))
  expect(taken).toEqual(['work'])
  call.release()
  await Promise.all([first, second])
  expect(taken).toEqual(['work', 'calls', 'work', 'database'])
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

it.skipIf(process.platform === 'win32')(
  'L8 a stop while an import waits for the built-in provider logs no error, and the next start continues it',
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'jointly-stop-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    type Line = { level: number; msg: string; pid?: number }
    const lines: Line[] = []
    const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) })
    const sameFolder = {
      place: async () => ({ dataDir, databaseUrl: null, remove: async () => undefined }),
    }
    const start = () => startTestServer(sameFolder, { log }, { PROVIDER_LOGIN_AS: 'on' })
    const server = await start()
    onTestFinished(server.close)
    const ben = await server.signUp('ben')
    await link(ben, 'ben')
    const [first] = await readable(ben)
    const provider = Number(lines.find(({ msg }) => msg === 'the built-in provider runs')?.pid)
    // The access token has expired, so the import first needs a new one. The signal SIGSTOP suspends the provider.
    await server.db.updateTable('accounts').set({ valid_until_sec: 0 }).execute()
    process.kill(provider, 'SIGSTOP')
    let closed: Promise<void>
    try {
      await choose(ben, first?.id ?? '')
      await expect.poll(() => mine(ben)).toMatchObject([{ state: 'importing' }])
      closed = server.close()
      await expect.poll(() => failureToConnect(server.address)).toBe('ECONNREFUSED')
    } finally {
      process.kill(provider, 'SIGCONT')
    }
    await closed
    expect(lines.filter(({ level }) => level >= 50)).toEqual([])

    const next = await start()
    onTestFinished(next.close)
    await next.app.importsIdle()
    const { active } = await granted(
      next.anonymous('login', { body: { username: 'ben', password: PASSWORD } }),
    )
    const playlists = await granted(next.clientOf(active.token)('playlists'))
    expect(playlists).toMatchObject([{ id: first?.id, state: 'ready', reason: null }])
  },
)
