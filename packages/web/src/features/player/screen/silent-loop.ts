import silence from './silence.wav'

let element: HTMLAudioElement | null = null

/**
 * A looping silent audio element. Because of it, phones keep the page alive in the background and show the media controls.
 * Use it only where the provider allows it.
 */
export const silentLoop = {
  /** Call it in a gesture. */
  start(): void {
    element ??= Object.assign(new Audio(silence), { loop: true })
    element.play().catch((error: unknown) => console.info('silent element refused', error))
  },
  stop: (): void => element?.pause(),
}
