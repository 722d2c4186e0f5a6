import silence from './silence.wav'

let element: HTMLAudioElement | null = null
let isNeeded = false
let isAllowed = false

const loop = (): HTMLAudioElement => (element ??= Object.assign(new Audio(silence), { loop: true }))

/** Plays the element, and remembers whether the browser allows that. Rejects if the element does not play. */
async function playAllowed(): Promise<void> {
  try {
    await loop().play()
    isAllowed = true
  } catch (error) {
    // A call of `pause` ends a `play` that the browser allowed with this error.
    isAllowed = error instanceof DOMException && error.name === 'AbortError'
    throw error
  }
}

function play(): void {
  playAllowed().catch((error: unknown) => {
    console.info('silent element refused', error)
    addEventListener('click', tryAgain, { once: true })
  })
}

function tryAgain(): void {
  if (isNeeded) play()
}

/**
 * An audio element that plays silence in a loop. Phones then keep the page active in the background and show the
 * media controls. Use it only if the provider's terms allow it.
 */
export const silentLoop = {
  /**
   * Allows the loop to start later. Call it directly in the handler of a press after which a session opens. Browsers
   * based on WebKit allow only an element whose `play` was called in a press. The element stays silent and paused,
   * because the provider may not allow the loop. An allowed element is not played again, because it could interrupt the
   * sound of other apps.
   */
  allow(): void {
    if (isNeeded || isAllowed) return
    playAllowed().catch(() => undefined)
    element?.pause()
  },
  /** Starts the loop. Call it directly in the handler of a press, or after `allow`. Otherwise browsers block the sound. */
  start(): void {
    isNeeded = true
    play()
  },
  stop(): void {
    isNeeded = false
    element?.pause()
  },
}
