import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { watchChild } from '@jointly/dev/world/child-process'
import { freePort } from '@jointly/dev/world/free-port'
import { waitUntilHealthy } from '@jointly/dev/world/health'
import { fillRoom } from './load/fill-room.ts'
import { type Row, median, row } from './report.ts'
import { type ServerProcess, startServer } from '@jointly/dev/world/server-process'
import { inFolder } from './temporary.ts'

const runs = 7
const sessionCount = 1000
/**
 * The content of each session. All sessions together have 100,000 votes (two per song), 5,000 people and
 * 50,000 songs.
 */
const perSession = { listeners: 5, listed: 50, loaded: 0 }
/** A started server waits this many milliseconds without requests before its memory is read. */
const idleMs = 5_000
const goalMs = 1_000

/**
 * Measures the time from process start to the first answer, and the resident memory without requests. Both are
 * measured with an empty and with a filled database.
 */
export function start(): Promise<Row[]> {
  return inFolder(async (dataDir) => {
    const empty = await measure(dataDir)
    for (let session = 0; session < sessionCount; session += 1) fillRoom(dataDir, perSession)
    const filled = await measure(dataDir)
    const size = `${sessionCount} sessions, 5000 people, 100,000 votes`
    return [
      row('server start to first 200, empty database', empty.startMs, 'ms', { atMost: goalMs }),
      row(`server start to first 200, ${size}`, filled.startMs, 'ms', { atMost: goalMs }),
      row('npm start to first 200, warm', await npmStartMs(dataDir), 'ms'),
      row('resident memory idle, empty database', empty.memoryMiB, 'MiB'),
      row(`resident memory idle, ${size}`, filled.memoryMiB, 'MiB'),
    ]
  })
}

async function measure(dataDir: string): Promise<{ startMs: number; memoryMiB: number }> {
  const started: number[] = []
  let server: ServerProcess | null = null
  for (let run = 0; run < runs; run += 1) {
    await server?.end('SIGTERM')
    server = await startServer(dataDir)
    started.push(server.startMs)
  }
  await pause(idleMs)
  const memoryMiB = server?.memoryMiB() ?? 0
  await server?.end('SIGTERM')
  return { startMs: median(started), memoryMiB }
}

/** Measures the time of `npm start` when nothing has to be installed or built. */
async function npmStartMs(dataDir: string): Promise<number> {
  const taken: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const port = await freePort()
    const begin = performance.now()
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: join(import.meta.dirname, '..'),
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
      detached: true,
    })
    const { end } = watchChild(npm, 'group')
    try {
      await waitUntilHealthy(`http://127.0.0.1:${port}`, 60_000, 5)
      taken.push(performance.now() - begin)
    } finally {
      await end('SIGTERM')
    }
  }
  return median(taken)
}
