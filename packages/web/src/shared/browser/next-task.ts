/** Ends the current task, so that the browser can react before the rest of the work runs. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
