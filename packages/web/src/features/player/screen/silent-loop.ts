import silence from './silence.wav'

let element: HTMLAudioElement | null = null

/**
 * A looping audio element without sound. It makes phones keep the page running in the background and show the
 * media controls. Use it only if the provider allows it.
 */
export const silentLoop = {
  /** Starts the loop. Call it directly in a press of the person. */
  start(): void {
    element ??= Object.assign(new Audio(silence), { loop: true })
    element.play().catch((error: unknown) => console.info('silent element refused', error))
  },
  stop: (): void => element?.pause(),
}
