import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { watchChild } from '@jointly/dev/world/child-process'

/** Runs a module in a separate process, which exchanges messages with this one. */
export function forkProcess(file: string, options: ForkOptions = {}) {
  const child = fork(file, options)
  const { ended } = watchChild(child)
  const failure = ended.then((): never => {
    throw new Error(`${basename(file)} ended before it answered`)
  })
  // The end of the process is an error only while somebody waits for an answer.
  failure.catch(() => undefined)
  /** Waits for an answer of the process. @throws if the process ends before */
  const orFailure = <Answer>(answer: Promise<Answer>) => Promise.race([answer, failure])
  return {
    child,
    orFailure,
    /** Waits for the next message of the process. @throws if the process ends before */
    async nextMessage(): Promise<unknown> {
      const message: unknown[] = await orFailure(once(child, 'message'))
      return message[0]
    },
    /** Ends the process and waits until it has ended. */
    async close(): Promise<void> {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
