import silence from './silence.wav'

let element: HTMLAudioElement | null = null

/**
 * An audio element that plays silence again and again. Because of it, phones keep the page running in the background
 * and show the media controls. The provider's terms must allow this.
 */
export const silentLoop = {
  /** Starts the loop. Call it directly in the handler of a press, because browsers allow sound only then. */
  start(): void {
    element ??= Object.assign(new Audio(silence), { loop: true })
    element.play().catch((error: unknown) => console.info('silent element refused', error))
  },
  stop: (): void => element?.pause(),
}
