import type { Clocks } from '../controller/controller-options.ts'
import type { Clip } from '../provider/web-playback-sdk.ts'
import { createTimer } from '../sync/scheduler.ts'

/** Every fourth click is higher, so that people hear whether two devices are a whole second apart. */
const ACCENT_EVERY = 4
const BEAT_MS = 1_000
/** A click is given to the player between these times before it is heard, in milliseconds. */
const EARLIEST_MS = 600
const LATEST_MS = 100
const LOOK_EVERY_MS = 150

/** After this number of missed clicks, the sound counts as blocked. A busy page may miss one. */
const MISSES = 2

const SAMPLE_RATE = 48_000
const CLICK_SEC = 0.03

/** Returns the sound of a click: a tone that starts at once and fades. @param accent whether it is the higher one */
export function clickSamples(accent: boolean): Float32Array {
  const hertz = accent ? 1_760 : 1_100
  return Float32Array.from({ length: CLICK_SEC * SAMPLE_RATE }, (_, index) => {
    const sec = index / SAMPLE_RATE
    return Math.sin(2 * Math.PI * hertz * sec) * Math.exp(-sec / 0.006)
  })
}

export type MetronomeOptions = Omit<Clocks, 'clock'> & {
  clock: Pick<Clocks['clock'], 'now'>
  /** Plays a click. @returns false if the browser does not allow sound */
  play(clip: Clip): Promise<boolean>
  /** Returns how loud this page plays, 0 to 1. */
  volume(): number
  /** Is called after each click. False if the browser does not allow sound. */
  onSound(isHeard: boolean): void
}

/**
 * Plays a click on every second of the server's time, with the correction of this device (Y4).
 * @returns stops the metronome
 */
export function startMetronome(options: MetronomeOptions): () => void {
  const { clock, scheduler, correction, play, volume, onSound } = options
  const timer = createTimer(scheduler)
  const clicks = { plain: clickSamples(false), accent: clickSamples(true) }
  let lastBeat = 0
  let misses = 0

  function look(): void {
    timer.start(LOOK_EVERY_MS, look)
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

  look()
  return timer.cancel
}
