import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Log } from '@jointly/music-library'
import { ping, type ProcessOptions, parseMessage } from './process-messages.ts'

export type { ProcessOptions } from './process-messages.ts'

export type ProviderProcess = {
  readonly pid: number | undefined
  /** Resolves when the process listens. Rejects with the reason if the process ends before that. */
  readonly listening: Promise<void>
  /** Resolves with the reason when the process has ended. */
  readonly ended: Promise<string>
  /**
   * Stops the process, and resolves when it has ended.
   * @param why the reason with which `ended` resolves
   */
  stop(why?: string): Promise<void>
}

/** If the process does not stop within this time, it is killed. */
const stopTimeoutMs = 3_000
const pingEveryMs = 5_000
/**
 * The process is killed when this number of consecutive pings had no answer. A time limit would be wrong, because
 * it also passes while the machine sleeps.
 */
const maxUnanswered = 4
const limitSec = (pingEveryMs * (maxUnanswered + 1)) / 1000
const notStarted = `it did not start within ${limitSec} seconds. Do the disks of DATA_DIR and MUSIC_DIR answer?`
/** The only environment variables that the process gets. The others may contain secrets of the parent. */
const passedVariables = ['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'TZ', 'NODE_COMPILE_CACHE']

/**
 * Starts the built-in provider as a child process, which ends with this process (B8).
 * @param listenAt path of a socket or name of a pipe that only this user may open
 * @param log gets the log lines of the child process
 */
export function startProviderProcess(listenAt: string, options: ProcessOptions, log: Log): ProviderProcess {
  const child = fork(fileURLToPath(new URL('./child-main.ts', import.meta.url)), {
    execArgv: [],
    env: Object.fromEntries(passedVariables.map((name) => [name, process.env[name]])),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let reason: string | null = null
  let isListening = false
  let unanswered = 0
  const check = (): void => {
    unanswered += 1
    if (unanswered <= maxUnanswered) return void child.send(ping, () => undefined)
    reason = isListening ? 'it did not answer any more' : notStarted
    child.kill('SIGKILL')
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      const resolveReason = () => resolve(reason ?? `it ended with ${signal ?? `code ${code}`}`)
      // `ended` resolves after the disconnect, because the last messages of the process may still arrive.
      if (child.connected) child.once('disconnect', resolveReason)
      else resolveReason()
    })
  })
  const listening = new Promise<void>((resolve, reject) => {
    child.on('message', (sent) => {
      const message = parseMessage(sent, log)
      if (message === null) return
      if (message.type === 'listening') {
        isListening = true
        resolve()
      } else if (message.type === 'alive') unanswered = 0
      else if (message.type === 'failed') reason = message.reason
      else log(message.level, message.message, message.details)
    })
    void ended.then((why) => reject(new Error(why)))
  })
  // If the caller uses only `ended`, nobody handles a rejection of `listening`. Without this handler the rejection
  // would end this process.
  listening.catch(() => undefined)
  child.send({ listenAt, options }, () => undefined)
  // A start may hang too, for example if the server of a network share is away.
  const pings = setInterval(check, pingEveryMs)
  void ended.then(() => clearInterval(pings))
  return {
    pid: child.pid,
    listening,
    ended,
    stop(why) {
      reason ??= why ?? null
      return stop(child, ended)
    },
  }
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.connected) child.disconnect()
  const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timeout)
}
