import { DEFAULT_DELAY_MS, remeasuredDelayMs } from './delay.ts'
import { correctDrift, type DriftRecord, NO_DRIFT } from './drift.ts'
import type { Track } from './plan.ts'
import type { SoundPlayer } from './sdk.ts'
import { behindMs, type PlayerSample, type Verdict, verdictOf } from './verdict.ts'

const SAMPLE_PAUSE_MS = 1_000
/** A verdict compares samples two seconds apart. */
const COMPARED_SAMPLES = 3

export type WatchPorts = {
  player: SoundPlayer
  track: Track
  canRate: boolean
  /** The delay this start used. */
  delayMs: number
  monotonicMs(): number
  serverNow(): number | null
  after(delayMs: number, run: () => void): () => void
  judged(verdict: Verdict, behindMs: number | null): void
  /** The delay turned out to be another. */
  measured(delayMs: number): void
}

/**
 * Looks every second whether a started song is really heard and where it stands, measures the device's delay once a
 * song, and corrects what drifts.
 *
 * @returns ends the watch
 */
export function watchSound(ports: WatchPorts): () => void {
  const toldMs = ports.monotonicMs()
  let samples: PlayerSample[] = []
  let drift: DriftRecord = NO_DRIFT
  let heardBefore = false
  let isMeasured = false
  let over = false
  let cancel = lookLater()

  function lookLater(): () => void {
    return ports.after(SAMPLE_PAUSE_MS, () => void look())
  }

  async function look(): Promise<void> {
    const sample = await takeSample(ports)
    if (over) return
    samples = [...samples, sample].slice(-COMPARED_SAMPLES)
    const verdict = verdictOf(ports.track.song.id, toldMs, samples[0] ?? sample, sample)
    const behind = verdict === 'heard' ? behindOf(sample) : null
    if (behind !== null) follow(behind)
    ports.judged(verdict, behind)
    if (!over) cancel = lookLater()
  }

  function behindOf(sample: PlayerSample): number | null {
    const now = ports.serverNow()
    if (now === null) return null
    const expectedMs = now - (ports.monotonicMs() - sample.atMs) - ports.track.startTime
    return behindMs(sample, expectedMs, ports.track.durationMs)
  }

  function follow(behind: number): void {
    // The very first sample after a start still shows it settling.
    if (!heardBefore) {
      heardBefore = true
      return
    }
    if (!isMeasured) {
      isMeasured = true
      const delayMs = remeasuredDelayMs(ports.delayMs, behind)
      if (delayMs !== ports.delayMs) ports.measured(delayMs)
    }
    const { player } = ports
    const canRate = ports.canRate && player.setRate !== null
    const { record, correction } = correctDrift(drift, behind, ports.monotonicMs(), canRate)
    drift = record
    if (correction.kind === 'rate') player.setRate?.(correction.rate)
    if (correction.kind === 'seek') {
      const now = ports.serverNow()
      if (now !== null)
        void player.seek(Math.max(0, Math.floor(now - ports.track.startTime + DEFAULT_DELAY_MS)))
      samples = []
    }
  }

  return () => {
    over = true
    cancel()
    if (drift.rate !== 1) ports.player.setRate?.(1)
  }
}

async function takeSample(ports: WatchPorts): Promise<PlayerSample> {
  const askedMs = ports.monotonicMs()
  const sound = await ports.player.sample()
  return { atMs: (askedMs + ports.monotonicMs()) / 2, sound }
}
