import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { growingDelayMs } from '@jointly/domain'
import {
  type ProcessOptions,
  type ProviderProcess,
  startProviderProcess,
} from '@jointly/spotify-emulator/process'
import type { FastifyBaseLogger } from 'fastify'
import type { Upstream } from './pass-on.ts'

/** After an end it starts again after so long, in milliseconds; after each further end twice as long. */
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** Who has lasted this long ends for another reason than the one before. */
const LASTED_MS = 60_000

/** The built-in provider in a process of its own, which starts again whenever it ends (B8). */
export type RunningProvider = Upstream & {
  /** Starts it, unless it runs. Rejects with the reason when it cannot start. */
  open(): Promise<void>
  /** Ends it, for good. */
  close(): Promise<void>
}

/** How long to wait after so many ends in a row, from 1, in milliseconds. */
export const restartDelayMs = (ends: number): number => growingDelayMs(FIRST_DELAY_MS, LONGEST_DELAY_MS, ends)

/**
 * @param log gets the lines of the process, and one each time it ends
 * @param delayMs as `restartDelayMs`
 * @param pingEveryMs how often the process is asked whether it is alive
 */
export function runProvider(
  options: ProcessOptions,
  log: FastifyBaseLogger,
  delayMs = restartDelayMs,
  pingEveryMs?: number,
): RunningProvider {
  const address = privateAddress()
  let running: ProviderProcess | null = null
  /** Where it listens, as soon as it does. */
  let listening: Promise<string> | null = null
  let waiting: NodeJS.Timeout | undefined
  let isClosed = false
  let ends = 0

  function start(): Promise<string> {
    const listenAt = address.next()
    const startedMs = performance.now()
    const started = startProviderProcess(
      listenAt,
      options,
      (level, message, details) => log[level](details ?? {}, message),
      pingEveryMs,
    )
    running = started
    void started.ended.then((reason) => {
      if (isClosed) return
      ends = performance.now() - startedMs > LASTED_MS ? 1 : ends + 1
      const inMs = delayMs(ends)
      log.error({ reason, inMs }, 'the built-in provider ended and will start again')
      listening = Promise.reject(new Error(`the built-in provider is not running: ${reason}`))
      listening.catch(() => undefined)
      waiting = setTimeout(() => void begin().catch(() => undefined), inMs)
    })
    return started.listening.then(() => {
      log.debug(
        { pid: started.pid, ms: Math.round(performance.now() - startedMs) },
        'the built-in provider runs',
      )
      return listenAt
    })
  }
  const begin = () => {
    listening = start()
    return listening
  }
  const listenAt = async () => {
    if (isClosed) throw new Error('the server has ended')
    return listening ?? begin()
  }
  /** Who cleans up the temporary folder may take the socket away from a process that runs: nobody new reaches it then. */
  function lose(): never {
    listening = Promise.reject(new Error('its socket was removed'))
    listening.catch(() => undefined)
    void running?.stop('its socket was removed')
    throw new Error('its socket was removed')
  }

  return {
    async open() {
      await listenAt()
    },
    async reach() {
      const socketPath = await listenAt()
      return address.isThere(socketPath) ? { socketPath } : lose()
    },
    async close() {
      isClosed = true
      clearTimeout(waiting)
      await running?.stop()
      address.remove()
    },
  }
}

/**
 * An address for each start, at which only this user can open a socket: in a new folder (0700), or on Windows pipes with a name
 * nobody can guess and, by default, only this user may write to.
 */
function privateAddress(): { next(): string; isThere(address: string): boolean; remove(): void } {
  if (process.platform === 'win32') {
    const next = () => `\\\\.\\pipe\\jointly-${randomUUID()}`
    return { next, isThere: () => true, remove: () => undefined }
  }
  let folder: string | null = null
  const remove = () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
  return {
    // A process that was killed leaves its socket behind, and another user may have taken the name of a removed folder.
    next() {
      remove()
      // Not in the data folder: its path may be longer than a socket's may be, and it may lie on a network drive.
      folder = mkdtempSync(path.join(tmpdir(), 'jointly-'))
      return path.join(folder, 'socket')
    },
    isThere: existsSync,
    remove,
  }
}
