import { withTimeout } from '../with-timeout.ts'

type Step = () => Promise<void> | void

/** How long a shutdown waits for background work, in milliseconds. A mail server or a provider may not answer. */
const WORK_LIMIT_MS = 2_000

/** Collects the steps of a shutdown, and runs them. */
export type Shutdown = {
  /** Adds a step that ends the connections of clients. These steps begin first, all at once. */
  onStopServing(step: Step): void
  /**
   * Adds a step that ends background work and waits for it, for at most two seconds. These steps begin together with
   * those of `onStopServing`, because work may use the port of the server. They run once more after those, for the
   * work that the last calls have begun.
   */
  onStopWork(step: Step): void
  /** Adds a step that releases something. These steps run last, one after the other, the last added step first. */
  onClose(step: Step): void
  /**
   * Runs all steps. If a step fails, the others still run. A second call waits for the first and runs nothing.
   * @throws the first error, after all steps have run
   */
  close(): Promise<void>
}

export function createShutdown(): Shutdown {
  const serving: Step[] = []
  const work: Step[] = []
  const steps: Step[] = []
  const failures: unknown[] = []
  async function run(step: Step): Promise<void> {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  const endWork = () => withTimeout(Promise.all(work.map(run)), WORK_LIMIT_MS, () => [])
  async function runAll(): Promise<void> {
    const begun = endWork()
    await Promise.all(serving.map(run))
    await Promise.all([begun, endWork()])
    for (const step of steps.toReversed()) await run(step)
    if (failures.length > 0) throw failures[0]
  }
  let closing: Promise<void> | null = null
  return {
    onStopServing: (step) => void serving.push(step),
    onStopWork: (step) => void work.push(step),
    onClose: (step) => void steps.push(step),
    close: () => (closing ??= runAll()),
  }
}
