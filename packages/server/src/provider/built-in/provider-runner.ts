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
import { errorMessage } from '../../platform/error-message.ts'
import type { Upstream } from './provider-proxy.ts'

/** The delay before the first restart, in milliseconds. Each further restart doubles the delay. */
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** If the process ran longer than this time in milliseconds, the next restart has the first delay again. */
const STABLE_AFTER_MS = 60_000

/** Runs the built-in provider in a child process, and restarts the process when it ends (B8). */
export type ProviderRunner = Upstream & {
  /**
   * Starts the process if it was never started. Rejects with the reason if the process cannot start, or if it has ended
   * and waits for its restart.
   */
  open(): Promise<void>
  /** Starts the process if it was never started, and returns at once. If the start fails, it starts again. */
  begin(): void
  /** Ends the process. It is not restarted. */
  close(): Promise<void>
}

/**
 * Returns the delay before a restart, in milliseconds.
 * @param ends how many times the process has ended in a row, from 1
 */
export const restartDelayMs = (ends: number): number => backoffDelayMs(FIRST_DELAY_MS, LONGEST_DELAY_MS, ends)

/**
 * Creates a runner for the built-in provider (B8).
 * @param log gets the log lines of the process, and one line each time it ends
 * @param delayMs replaces `restartDelayMs` in tests
 */
export function runProviderProcess(
  options: ProcessOptions,
  log: FastifyBaseLogger,
  delayMs = restartDelayMs,
): ProviderRunner {
  const address = privateAddress()
  let running: ProviderProcess | null = null
  /** Resolves to the address of the process as soon as it listens. Null if the process was never started. */
  let listening: Promise<string> | null = null
  let waiting: NodeJS.Timeout | undefined
  let isClosed = false
  let isOpening = false
  let ends = 0

  /** Logs why the process does not run, and starts it again later. @param ranMs how long it ran */
  function startLater(reason: string, ranMs: number): void {
    // If `open` fails, its caller reports the reason and the server ends.
    if (isClosed || isOpening) return
    ends = ranMs > STABLE_AFTER_MS ? 1 : ends + 1
    const inMs = delayMs(ends)
    log.error({ reason, inMs }, 'the built-in provider ended and will start again')
    listening = rejected(`the built-in provider is not running: ${reason}`)
    waiting = setTimeout(() => void begin().catch(() => undefined), inMs)
  }
  function start(): Promise<string> {
    const listenAt = address.next()
    const startedMs = performance.now()
    const started = startLogged(listenAt, options, log)
    running = started
    void started.ended.then((reason) => startLater(reason, performance.now() - startedMs))
    return started.listening.then(() => listenAt)
  }
  const begin = () => {
    try {
      listening = start()
    } catch (error) {
      // For example, no folder can be made for the socket.
      const reason = errorMessage(error)
      listening = rejected(reason)
      startLater(reason, 0)
    }
    return listening
  }
  const listenAt = async () => {
    if (isClosed) throw new Error('the server has ended')
    return listening ?? begin()
  }
  /** Ends the process because its socket is missing, for example because the temporary folder was deleted. */
  function dropProcess(): never {
    listening = rejected('its socket was removed')
    void running?.stop('its socket was removed')
    throw new Error('its socket was removed')
  }

  return {
    async open() {
      isOpening = true
      try {
        await listenAt()
      } finally {
        isOpening = false
      }
    },
    begin: () => void listenAt().catch(() => undefined),
    async getAddress() {
      const socketPath = await listenAt()
      return address.isThere(socketPath) ? { socketPath } : dropProcess()
    },
    async close() {
      isClosed = true
      clearTimeout(waiting)
      await running?.stop()
      address.remove()
    },
  }
}

/** Starts the process. The log gets its lines, and one line when it listens. */
function startLogged(listenAt: string, options: ProcessOptions, log: FastifyBaseLogger): ProviderProcess {
  const startedMs = performance.now()
  const started = startProviderProcess(listenAt, options, (level, message, details) =>
    log[level](details ?? {}, message),
  )
  const logStart = () =>
    log.debug(
      { pid: started.pid, ms: Math.round(performance.now() - startedMs) },
      'the built-in provider runs',
    )
  // If the process does not start, `ended` has the reason.
  started.listening.then(logStart, () => undefined)
  return started
}

/** Returns a rejected promise that does not end the process if nobody waits for it. */
function rejected(reason: string): Promise<string> {
  const promise = Promise.reject<string>(new Error(reason))
  promise.catch(() => undefined)
  return promise
}

/**
 * Creates addresses at which the process can listen, but which no other user of this machine can open: a socket in a
 * new folder with the permissions 0700, or on Windows a pipe with a random name.
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
    // Each start of the process gets a new folder, because a killed process does not delete its socket. The new folder
    // has another name, because another user may have created a folder with the old name.
    next() {
      remove()
      // The socket is not in the data directory. Its path may be too long for a socket, or it may be a network drive.
      folder = mkdtempSync(path.join(tmpdir(), 'jointly-'))
      return path.join(folder, 'socket')
    },
    isThere: existsSync,
    remove,
  }
}
