import type { Clocks } from '../controller/controller-options.ts'
import type { Clip } from '../provider/web-playback-sdk.ts'
import { createTimer } from '../sync/scheduler.ts'

/** Every fourth click is higher, so that people hear whether two devices are a whole second apart. */
const ACCENT_EVERY = 4
const BEAT_MS = 1_000
/**
 * The metronome passes each click to the player at most `EARLIEST_MS` and at least `LATEST_MS` before people must
 * hear it.
 */
const EARLIEST_MS = 600
const LATEST_MS = 100
const CHECK_EVERY_MS = 150

/**
 * If this number of clicks in a row were not played, the browser probably blocks the sound. A single click can fail
 * because the page is busy.
 */
const MISSES = 2

const SAMPLE_RATE = 48_000
const CLICK_SEC = 0.03

/** Creates the samples of a click: a short tone that fades. @param accent whether to create the higher tone */
export function clickSamples(accent: boolean): Float32Array {
  const hertz = accent ? 1_760 : 1_100
  return Float32Array.from({ length: CLICK_SEC * SAMPLE_RATE }, (_, index) => {
    const sec = index / SAMPLE_RATE
    return Math.sin(2 * Math.PI * hertz * sec) * Math.exp(-sec / 0.006)
  })
}

export type MetronomeOptions = Omit<Clocks, 'clock'> & {
  clock: Pick<Clocks['clock'], 'now'>
  /** Plays a click. @returns false if the click was not played */
  play(clip: Clip): Promise<boolean>
  /** Returns the volume of this page, from 0 to 1. */
  volume(): number
  /** Is called after each click. `isAudible` is false if the browser probably blocks the sound. */
  onSound(isAudible: boolean): void
}

/**
 * Plays a click at every full second of the server's clock. The correction of this device makes the clicks earlier
 * (Y4).
 * @returns a function that stops the metronome
 */
export function startMetronome(options: MetronomeOptions): () => void {
  const { clock, scheduler, correction, play, volume, onSound } = options
  const timer = createTimer(scheduler)
  const clicks = { plain: clickSamples(false), accent: clickSamples(true) }
  let lastBeat = 0
  let misses = 0

  function prepareClick(): void {
    timer.start(CHECK_EVERY_MS, prepareClick)
    const now = clock.now()
    if (now === null) return
    const soundMs = now + correction.ms()
    const beat = Math.ceil((soundMs + LATEST_MS) / BEAT_MS)
    const aheadMs = beat * BEAT_MS - soundMs
    if (beat <= lastBeat || aheadMs > EARLIEST_MS) return
    lastBeat = beat
    const samples = beat % ACCENT_EVERY === 0 ? clicks.accent : clicks.plain
    const clip = { samples, sampleRate: SAMPLE_RATE, atMs: scheduler.nowMs() + aheadMs, gain: volume() }
    void play(clip).then((isPlayed) => {
      misses = isPlayed ? 0 : misses + 1
      onSound(misses < MISSES)
    })
  }

  prepareClick()
  return timer.cancel
}
