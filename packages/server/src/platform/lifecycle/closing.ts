type Step = () => Promise<void> | void

/** What is to be done when the server ends. */
export type Closing = {
  onClose(step: Step): void
  /**
   * Takes every step once, the last one noted first. One that fails keeps none of the others from being taken.
   *
   * @throws what the first one failed with that did, once all are taken
   */
  close(): Promise<void>
}

export function createClosing(): Closing {
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
