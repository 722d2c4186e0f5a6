import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { closedAfterEach, emptyFolder } from '../../testing/doctor-setup.ts'
import { listenOnLoopback } from '../../testing/loopback.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const onClose = closedAfterEach()

it('O7 the command exits with 1 if Redis accepts the connection and does not answer', async () => {
  const redis = createServer((socket) => socket.resume())
  onClose(() => redis.close())
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: emptyFolder(onClose),
    PORT: '0',
    REDIS_URL: `redis://127.0.0.1:${await listenOnLoopback(redis)}`,
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onClose(() => child.kill('SIGKILL'))
  const [findings] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(findings).toContain('redis      Redis cannot be reached')
  expect(child.exitCode).toBe(1)
})
