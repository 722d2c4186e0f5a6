import silence from './silence.wav'

let element: HTMLAudioElement | null = null

/**
 * A looping audio element without sound, which makes phones keep the page running in the background and show
 * the media controls. Use this only if the provider's terms allow it.
 */
export const silentLoop = {
  /** Starts the loop. Call this directly when the person presses a button, because browsers require that. */
  start(): void {
    element ??= Object.assign(new Audio(silence), { loop: true })
    element.play().catch((error: unknown) => console.info('silent element refused', error))
  },
  stop: (): void => element?.pause(),
}
