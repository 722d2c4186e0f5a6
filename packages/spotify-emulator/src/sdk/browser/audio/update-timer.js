import { Timer } from '../timer.js'

const everyMs = 100
/** Pieces are scheduled so far ahead that a page in the background needs fewer updates. */
const everyHiddenMs = 500

/** Updates the player again and again: often while the page is shown, and seldom while it is hidden. */
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
