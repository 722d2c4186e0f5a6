import type { ChildProcess } from 'node:child_process'

/** What the process that started a child process needs to end it. */
export type WatchedChild = {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  /** Sends a signal to the process and waits until it has ended. A process that has ended already gets no signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Watches a new child process, and kills it when this process ends, because a failed test must not leave it running. */
export function watchChild(child: ChildProcess): WatchedChild {
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    ended,
    async end(signal) {
      child.kill(signal)
      await ended
    },
  }
}
