/** A set of callbacks. `add` returns a function that removes the callback again. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(...args: Args): void {
      for (const listener of listeners) listener(...args)
    },
  }
}
