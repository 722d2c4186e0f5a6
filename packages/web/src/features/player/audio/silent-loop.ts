import silence from './silence.wav'

let element: HTMLAudioElement | null = null

/**
 * A looping silent audio element of this page: with it, phones keep the page alive in the background and show the
 * media controls. Only where the provider allows it.
 */
export const silentLoop = {
  /** To be called in a person's gesture. */
  start(): void {
    element ??= Object.assign(new Audio(silence), { loop: true })
    element.play().catch((error: unknown) => console.info('silent element refused', error))
  },
  stop: (): void => element?.pause(),
}
