import type { ChildProcess } from 'node:child_process'

/** What the process that started a child process needs to end it. */
export type WatchedChild = {
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>
  /** Sends a signal to the process and waits until it has ended. A process that has ended already gets no signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/**
 * Watches a new child process, and kills it when this process ends, because a failed test must not leave it running.
 * @param target `group`: the child process is detached, and signals go to all processes of its group
 */
export function watchChild(child: ChildProcess, target: 'process' | 'group' = 'process'): WatchedChild {
  const send = (signal: NodeJS.Signals) => {
    const isRunning = child.exitCode === null && child.signalCode === null
    if (target === 'group' && child.pid !== undefined && isRunning) process.kill(-child.pid, signal)
    else child.kill(signal)
  }
  const endWithUs = () => send('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    ended,
    async end(signal) {
      send(signal)
      await ended
    },
  }
}

/**
 * Ends this process with an exit code when it gets a signal. Without this, Node emits no event `exit` after a signal,
 * and the child processes stay.
 */
export function exitOnSignals(code: number): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(code))
}
