type Step = () => Promise<void> | void

/** Collects the steps of a shutdown, and runs them. */
export type Shutdown = {
  onClose(step: Step): void
  /**
   * Runs every step once, the last added step first. If a step fails, the others still run.
   * @throws the first error, after all steps have run
   */
  close(): Promise<void>
}

export function createShutdown(): Shutdown {
  const steps: Step[] = []
  return {
    onClose: (step) => void steps.push(step),
    async close() {
      const failures: unknown[] = []
      for (const step of steps.splice(0).reverse())
        try {
          await step()
        } catch (error) {
          failures.push(error)
        }
      if (failures.length > 0) throw failures[0]
    },
  }
}
