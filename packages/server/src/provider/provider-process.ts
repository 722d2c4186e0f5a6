import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { backoffDelayMs } from '@jointly/domain'
import {
  type ProcessOptions,
  type ProviderProcess,
  startProviderProcess,
} from '@jointly/spotify-emulator/process'
import type { FastifyBaseLogger } from 'fastify'
import type { Upstream } from './provider-proxy.ts'

/** The delay before the first restart, in milliseconds. It doubles with each further one. */
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** After this run time, in milliseconds, the next end counts as the first one again. */
const STABLE_AFTER_MS = 60_000

/** The built-in provider in its own process, which restarts when it ends (B8). */
export type ProviderRunner = Upstream & {
  /** Starts the process if it is not running. Rejects with the reason if it cannot start. */
  open(): Promise<void>
  /** Ends the process and does not restart it. */
  close(): Promise<void>
}

/** The delay before a restart, in milliseconds. @param ends the number of ends in a row, from 1 */
export const restartDelayMs = (ends: number): number => backoffDelayMs(FIRST_DELAY_MS, LONGEST_DELAY_MS, ends)

/**
 * @param log gets the log lines of the process, and one line when it ends
 * @param delayMs as `restartDelayMs`
 * @param pingEveryMs how often the process must answer a ping
 */
export function runProviderProcess(
  options: ProcessOptions,
  log: FastifyBaseLogger,
  delayMs = restartDelayMs,
  pingEveryMs?: number,
): ProviderRunner {
  const address = privateAddress()
  let running: ProviderProcess | null = null
  /** Resolves to the address when the process listens. */
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
      ends = performance.now() - startedMs > STABLE_AFTER_MS ? 1 : ends + 1
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
  /** The socket may be deleted with the temporary folder while the process runs. Then the process must restart. */
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
    async getAddress() {
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
 * Creates an address for each start that only this user can open: a socket in a new folder (0700), or a Windows pipe
 * with a random name, which only this user may write to by default.
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
    // Each start gets a new address. A killed process leaves its socket behind, and another user may have
    // taken the name of a removed folder.
    next() {
      remove()
      // Not in the data folder: its path may be too long for a socket, and it may be on a network drive.
      folder = mkdtempSync(path.join(tmpdir(), 'jointly-'))
      return path.join(folder, 'socket')
    },
    isThere: existsSync,
    remove,
  }
}
