import { expect, type Page } from '@playwright/test'

/** What a page let hear: the last seconds' worth of its loudspeaker, and when it was heard. */
type Heard = {
  /** One channel, newest last. */
  readonly samples: readonly number[]
  readonly sampleRate: number
  /** When the newest sample is heard, by the clock that all pages of a machine share. */
  readonly untilMs: number
}

declare global {
  interface Window {
    /** The ends of the page's audio graphs, as `listenIn` found them. */
    loudspeakers?: { context: AudioContext; analyser: AnalyserNode }[]
  }
}

/** Below this is silence: the root mean square of the signal. */
const SILENCE = 0.005
/** Two sounds less alike than this are two sounds, or two places of a song. */
const ALIKE = 0.5

/** Runs in a page before its own scripts: whatever goes to the loudspeaker is listened to as well. */
export function listenIn(): void {
  const plainConnect = AudioNode.prototype.connect
  const ends = new Map<BaseAudioContext, AnalyserNode>()
  window.loudspeakers = []
  AudioNode.prototype.connect = function connect(this: AudioNode, ...to: unknown[]): AudioNode {
    const { context } = this
    if (to[0] instanceof AudioDestinationNode && context instanceof AudioContext) {
      const analyser = ends.get(context) ?? new AnalyserNode(context, { fftSize: 32_768 })
      if (!ends.has(context)) window.loudspeakers?.push({ context, analyser })
      ends.set(context, analyser)
      Reflect.apply(plainConnect, this, [analyser])
    }
    Reflect.apply(plainConnect, this, to)
    return to[0] instanceof AudioNode ? to[0] : this
  }
}

/**
 * Listens to what a page plays.
 *
 * @returns null while it is silent
 */
export async function listen(page: Page): Promise<Heard | null> {
  const heard = await page.evaluate(() => {
    const [end] = window.loudspeakers ?? []
    if (!end) return null
    const { context, analyser } = end
    const samples = new Float32Array(analyser.fftSize)
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    const untilMs = performance.timeOrigin + performanceTime + (context.currentTime - contextTime) * 1000
    analyser.getFloatTimeDomainData(samples)
    // An eighth of the samples tells as much of where they are from.
    const thinned = Array.from({ length: samples.length / 8 }, (_, index) =>
      samples.subarray(index * 8, index * 8 + 8).reduce((sum, sample) => sum + sample / 8, 0),
    )
    return { samples: thinned, sampleRate: context.sampleRate / 8, untilMs }
  })
  return heard !== null && loudnessOf(heard.samples) > SILENCE ? heard : null
}

/** Waits until a page is heard. */
export async function expectSound(page: Page): Promise<void> {
  await expect.poll(() => listen(page)).not.toBeNull()
}

/**
 * Lays what two pages let hear over each other.
 *
 * @returns how many milliseconds later the one hears the same moment than the other; null when one is silent, or they
 * hear different things
 */
export async function apartMs(one: Page, other: Page): Promise<number | null> {
  const [first, second] = await Promise.all([listen(one), listen(other)])
  if (first === null || second === null) return null
  const widest = Math.floor(first.samples.length / 2)
  let best = { shift: 0, alike: 0 }
  for (let shift = -widest; shift <= widest; shift += 1) {
    const alike = likeness(first.samples, second.samples, shift)
    if (alike > best.alike) best = { shift, alike }
  }
  if (best.alike < ALIKE) return null
  return first.untilMs - second.untilMs + (best.shift / first.sampleRate) * 1000
}

/** How alike two sounds are (normalised correlation) when the second is taken `shift` samples later. */
function likeness(first: readonly number[], second: readonly number[], shift: number): number {
  let product = 0
  let firstPower = 1e-9
  let secondPower = 1e-9
  for (let at = Math.max(0, -shift); at < Math.min(first.length, second.length - shift); at += 1) {
    const one = first[at] ?? 0
    const other = second[at + shift] ?? 0
    product += one * other
    firstPower += one * one
    secondPower += other * other
  }
  return product / Math.sqrt(firstPower * secondPower)
}

function loudnessOf(samples: readonly number[]): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}
