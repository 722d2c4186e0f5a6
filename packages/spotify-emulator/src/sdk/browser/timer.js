/** A timer that calls a function once or repeatedly. A new start cancels the previous one. */
export class Timer {
  #id = 0

  get isOn() {
    return this.#id !== 0
  }

  /** @param {number} delayMs @param {() => void} run */
  after(delayMs, run) {
    this.cancel()
    this.#id = setTimeout(() => {
      this.#id = 0
      run()
    }, delayMs)
  }

  /** @param {number} pauseMs @param {() => void} run */
  every(pauseMs, run) {
    this.cancel()
    this.#id = setInterval(run, pauseMs)
  }

  cancel() {
    clearTimeout(this.#id)
    this.#id = 0
  }
}
