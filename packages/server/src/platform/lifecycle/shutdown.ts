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
   * Runs all steps. If a step fails, the others still run.
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
  return {
    onStopServing: (step) => void serving.push(step),
    onStopWork: (step) => void work.push(step),
    onClose: (step) => void steps.push(step),
    async close() {
      const begun = endWork()
      await Promise.all(serving.splice(0).map(run))
      await Promise.all([begun, endWork()])
      for (const step of steps.splice(0).reverse()) await run(step)
      if (failures.length > 0) throw failures.splice(0)[0]
    },
  }
}
