/** The listeners of a player, by event name. */
export class EventListeners {
  /** @type {Map<string, Set<(payload: unknown) => void>>} */
  #byEvent = new Map()

  /**
   * Adds a listener.
   * @param {string} event
   * @param {(payload: unknown) => void} listener
   * @returns false if the listener was already added
   */
  add(event, listener) {
    const listeners = this.#byEvent.get(event) ?? new Set()
    this.#byEvent.set(event, listeners)
    const isNew = !listeners.has(listener)
    listeners.add(listener)
    return isNew
  }

  /**
   * Removes a listener. If no listener is given, all listeners of the event are removed.
   * @param {string} event
   * @param {((payload: unknown) => void) | undefined} listener
   */
  remove(event, listener) {
    if (listener === undefined) return this.#byEvent.delete(event)
    return this.#byEvent.get(event)?.delete(listener) ?? false
  }

  /**
   * Calls all listeners, even if one of them throws. The error is reported like any uncaught error.
   * @param {string} event
   * @param {unknown} payload
   */
  emit(event, payload) {
    for (const listener of [...(this.#byEvent.get(event) ?? [])]) {
      try {
        listener(payload)
      } catch (error) {
        reportError(error)
      }
    }
  }
}
