import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Log } from '@jointly/music-library'
import { ping, type ProcessOptions, readMessage } from './messages.ts'

export type { ProcessOptions } from './messages.ts'

export type ProviderProcess = {
  readonly pid: number | undefined
  /** Resolves when it answers. Rejects with the reason when it ends before. */
  readonly listening: Promise<void>
  /** Resolves when it has ended, whatever the reason. */
  readonly ended: Promise<string>
  /** @param why what `ended` then says */
  stop(why?: string): Promise<void>
}

/** How long it may take to end, in milliseconds, before it is killed. */
const endWithinMs = 3_000
/** It is asked so often whether it is alive, in milliseconds. */
const pingEveryMs = 5_000
/** It is killed when it has not answered so many pings. Counted, so that a machine may sleep in between. */
const mostUnanswered = 4
/** It gets no other variable: none of the secrets of the parent is its business. */
const passedVariables = ['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'TZ', 'NODE_COMPILE_CACHE']

/**
 * Starts the built-in provider as a process of its own that ends with this one (B8).
 *
 * @param listenAt path of a socket or name of a pipe, which nobody else on the machine may open
 * @param log gets the lines of the process
 * @param everyMs how often it is asked whether it is alive; killed when it leaves four pings unanswered
 */
export function startProviderProcess(
  listenAt: string,
  options: ProcessOptions,
  log: Log,
  everyMs = pingEveryMs,
): ProviderProcess {
  const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), {
    execArgv: [],
    env: Object.fromEntries(passedVariables.map((name) => [name, process.env[name]])),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let reason: string | null = null
  let unanswered = 0
  let pings: NodeJS.Timeout | undefined
  const check = (): void => {
    unanswered += 1
    if (unanswered <= mostUnanswered) return void child.send(ping, () => undefined)
    reason = 'it did not answer any more'
    child.kill('SIGKILL')
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      clearInterval(pings)
      const tell = () => resolve(reason ?? `it ended with ${signal ?? `code ${code}`}`)
      // The last it said may still be on its way.
      if (child.connected) child.once('disconnect', tell)
      else tell()
    })
  })
  const listening = new Promise<void>((resolve, reject) => {
    child.on('message', (sent) => {
      const message = readMessage(sent, log)
      if (message === null) return
      if (message.type === 'listening') {
        pings = setInterval(check, everyMs)
        resolve()
      } else if (message.type === 'alive') unanswered = 0
      else if (message.type === 'failed') reason = message.reason
      else log(message.level, message.message, message.details)
    })
    void ended.then((why) => reject(new Error(why)))
  })
  // Who starts it may look at its end only.
  listening.catch(() => undefined)
  child.send({ listenAt, options }, () => undefined)
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
  const impatience = setTimeout(() => child.kill('SIGKILL'), endWithinMs)
  await ended
  clearTimeout(impatience)
}
