import { expect, type Page } from '@playwright/test'

declare global {
  interface HTMLMediaElement {
    /** Chromium has it; the DOM types do not know it. */
    captureStream(): MediaStream
  }
}

/** What comes out of a page's loudspeaker, measured. */
export type Sound = {
  readonly positionMs: number
  /** Root mean square of the signal, 0 for silence. */
  readonly loudness: number
  /** Where the song began, by the page's clock: alike in two pages that play in step. */
  readonly beganAt: number
}

/** The element of the built-in provider's player that sounds. */
const player = 'audio[data-spotify-player]'

/**
 * Listens for a moment to what a page plays.
 *
 * @returns null while nothing plays
 */
export async function listen(page: Page): Promise<Sound | null> {
  for (const frame of page.frames()) {
    const element = frame.locator(player)
    if ((await element.count()) > 0) return element.evaluate(measure)
  }
  return null
}

/** Waits until a page is heard: the signal is not silence, and the position moves on from one look to the next. */
export async function expectSound(page: Page): Promise<Sound> {
  let heard: Sound | null = null
  const movesOn = async () => {
    const before = heard
    heard = await listen(page)
    return before !== null && heard !== null && heard.loudness > 0.005 && heard.positionMs > before.positionMs
  }
  await expect.poll(movesOn).toBe(true)
  if (heard === null) throw new Error('nothing was heard')
  return heard
}

/** Runs in the page. */
async function measure(element: Element): Promise<Sound | null> {
  if (!(element instanceof HTMLAudioElement) || element.paused) return null
  const stream = element.captureStream()
  // A song that is still being fetched has no sound to tap.
  if (stream.getAudioTracks().length === 0) return null
  const context = new AudioContext()
  await context.resume()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(stream).connect(analyser)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  const positionMs = element.currentTime * 1000
  const beganAt = Date.now() - positionMs
  await context.close()
  return { positionMs, loudness, beganAt }
}
