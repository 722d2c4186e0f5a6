import silence from './silence.wav'

let element: HTMLAudioElement | null = null

/**
 * An audio element that plays silence in a loop. Phones then keep the page active in the background and show the
 * media controls. Use it only if the provider's terms allow it.
 */
export const silentLoop = {
  /** Starts the loop. Call it directly in the handler of a press. Otherwise browsers block the sound. */
  start(): void {
    element ??= Object.assign(new Audio(silence), { loop: true })
    element.play().catch((error: unknown) => console.info('silent element refused', error))
  },
  stop: (): void => element?.pause(),
}
