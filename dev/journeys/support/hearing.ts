import { expect, type Page } from '@playwright/test'

/** The last seconds of the sound of a page, with the time at which people hear them. */
type Recording = {
  /** The samples of one channel, the newest last. */
  readonly samples: readonly number[]
  readonly sampleRate: number
  /** When the newest sample is audible, in milliseconds of a clock that is the same in all pages of a machine. */
  readonly untilMs: number
}

declare global {
  interface Window {
    /**
     * One analyser for each audio graph that `listenIn` found. The analyser gets everything that the graph sends to
     * the loudspeaker.
     */
    loudspeakers?: { context: AudioContext; analyser: AnalyserNode }[]
  }
}

/** A signal with a lower root mean square than this counts as silence. */
const SILENCE = 0.005
/** Two sounds with a lower correlation are different sounds, or different positions in a song. */
const ALIKE = 0.5

/** Records everything that goes to the loudspeaker. This runs in the page before its own scripts. */
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

/** Reads the latest sound of a page. @returns null while the page is silent */
export async function listen(page: Page): Promise<Recording | null> {
  const heard = await page.evaluate(() => {
    // Closed graphs are skipped, because they keep their last samples.
    const end = window.loudspeakers?.findLast(({ context: { state } }) => state !== 'closed')
    if (!end) return null
    const { context, analyser } = end
    const samples = new Float32Array(analyser.fftSize)
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
    const untilMs = performance.timeOrigin + performanceTime + (context.currentTime - contextTime) * 1000
    analyser.getFloatTimeDomainData(samples)
    // Each eight samples are replaced by their mean. That is exact enough to compare two positions in a song.
    const thinned = Array.from({ length: samples.length / 8 }, (_, index) =>
      samples.subarray(index * 8, index * 8 + 8).reduce((sum, sample) => sum + sample / 8, 0),
    )
    return { samples: thinned, sampleRate: context.sampleRate / 8, untilMs }
  })
  return heard !== null && loudnessOf(heard.samples) > SILENCE ? heard : null
}

/** Whether a page plays sound now. This is much cheaper than `listen`, which copies the samples out of the page. */
export function sounds(page: Page): Promise<boolean> {
  return page.evaluate((silence) => {
    const end = window.loudspeakers?.findLast(({ context: { state } }) => state !== 'closed')
    if (!end) return false
    const samples = new Float32Array(end.analyser.fftSize)
    end.analyser.getFloatTimeDomainData(samples)
    let power = 0
    for (const sample of samples) power += sample * sample
    return Math.sqrt(power / samples.length) > silence
  }, SILENCE)
}

/** Waits until a page plays sound. */
export async function expectSound(page: Page): Promise<void> {
  await expect.poll(() => sounds(page)).toBe(true)
}

/** Waits until a page is silent. */
export async function expectSilence(page: Page): Promise<void> {
  await expect.poll(() => sounds(page)).toBe(false)
}

/**
 * Compares the sound of two pages.
 *
 * @returns by how many milliseconds the second page is later; null when one is silent or the sounds differ
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

/** Calculates how similar two sounds are if the second one is `shift` samples later: 1 if they are the same. */
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

/**
 * A signal with a lower root mean square than this is a gap. The limit is below `SILENCE`, because a quiet passage is
 * not a gap.
 */
const NO_SIGNAL = 1e-4
/** The pause between two readings of the analyser. The analyser keeps the last 0.7 seconds, so no sound is missed. */
const WATCH_EVERY_MS = 300

/**
 * Watches the sound of a page for gaps, also while the page shows another screen. Gaps are measured in the time of
 * the audio graph, so a page that is slow for a moment has no gap.
 *
 * @returns a function that ends the watch and returns the longest gap in milliseconds. The result is at most 700,
 * because the analyser keeps 0.7 seconds, or `Infinity` if the graph was stopped.
 */
export async function watchGaps(page: Page): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle(
    ([limit, everyMs]) => {
      const blockLength = 512
      const found = { longestMs: 0, timer: 0 }
      found.timer = window.setInterval(() => {
        const end = window.loudspeakers?.at(-1)
        if (end?.context.state !== 'running') {
          found.longestMs = Number.POSITIVE_INFINITY
          return
        }
        const samples = new Float32Array(end.analyser.fftSize)
        end.analyser.getFloatTimeDomainData(samples)
        let silentBlocks = 0
        for (let at = 0; at < samples.length; at += blockLength) {
          const block = samples.subarray(at, at + blockLength)
          const power = block.reduce((sum, sample) => sum + sample * sample, 0) / blockLength
          silentBlocks = Math.sqrt(power) > limit ? 0 : silentBlocks + 1
          const silentMs = (silentBlocks * blockLength * 1000) / end.context.sampleRate
          found.longestMs = Math.max(found.longestMs, silentMs)
        }
      }, everyMs)
      return found
    },
    [NO_SIGNAL, WATCH_EVERY_MS] as const,
  )
  return () =>
    watch.evaluate(({ longestMs, timer }) => {
      clearInterval(timer)
      return longestMs
    })
}
