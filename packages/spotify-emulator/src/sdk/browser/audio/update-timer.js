import { Timer } from '../timer.js'

const everyMs = 100
/**
 * The time between updates of a hidden page. Pieces are scheduled far ahead, so a hidden page needs fewer updates.
 */
const everyHiddenMs = 500

/** Calls a function at regular intervals, which are longer while the page is hidden. */
export class UpdateTimer {
  #timer = new Timer()
  #run
  #onVisibilityChange = () => {
    this.#run()
    this.#start()
  }

  /** @param {() => void} run */
  constructor(run) {
    this.#run = run
  }

  get isOn() {
    return this.#timer.isOn
  }

  start() {
    if (this.isOn) return
    document.addEventListener('visibilitychange', this.#onVisibilityChange)
    this.#start()
  }

  stop() {
    document.removeEventListener('visibilitychange', this.#onVisibilityChange)
    this.#timer.cancel()
  }

  #start() {
    this.#timer.every(document.hidden ? everyHiddenMs : everyMs, this.#run)
  }
}
