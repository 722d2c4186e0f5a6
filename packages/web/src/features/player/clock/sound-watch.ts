import { DEFAULT_DELAY_MS, remeasuredDelayMs } from './delay.ts'
import { correctDrift, type DriftRecord, NO_DRIFT } from './drift.ts'
import type { Track } from '../engine/plan.ts'
import type { SoundPlayer, Timing } from '../provider/sdk.ts'
import { behindMs, type PlayerSample, type Verdict, verdictOf } from './verdict.ts'

const SAMPLE_PAUSE_MS = 1_000
/** A player that keeps time by itself is looked at more closely until it is known where it stands. */
const CLOSE_PAUSE_MS = 100
/** A verdict compares samples two seconds apart. */
const COMPARED_SAMPLES = 3

/** How far the sound lies behind the session, and within how many ± milliseconds its place is known; null: nobody says. */
export type Distance = { readonly behindMs: number; readonly withinMs: number | null }

export type WatchPorts = {
  player: SoundPlayer
  /** What keeps the player to the session's time; null where only seeks can. */
  timing: Timing | null
  track: Track
  /** The delay this start used. */
  delayMs: number
  monotonicMs(): number
  serverNow(): number | null
  after(delayMs: number, run: () => void): () => void
  judged(verdict: Verdict, distance: Distance | null): void
  /** The delay turned out to be another. */
  measured(delayMs: number): void
}

/**
 * Looks again and again whether a started song is really heard and where it stands. A player that keeps time is told
 * the newest time; with another one the device's delay is measured once a song, and what drifts is sought anew.
 *
 * @returns ends the watch
 */
export function watchSound(ports: WatchPorts): () => void {
  const { timing, track } = ports
  const toldMs = ports.monotonicMs()
  let samples: PlayerSample[] = []
  let drift: DriftRecord = NO_DRIFT
  let heardBefore = false
  let isMeasured = false
  let over = false
  let cancel = lookLater(timing ? CLOSE_PAUSE_MS : SAMPLE_PAUSE_MS)

  function lookLater(pauseMs: number): () => void {
    return ports.after(pauseMs, () => void look())
  }

  async function look(): Promise<void> {
    if (timing) keepTime(ports, timing, track)
    const sample = await takeSample(ports)
    if (over) return
    samples = [...samples, sample].slice(-COMPARED_SAMPLES)
    const verdict = verdictOf(track.song.id, startMs(), samples[0] ?? sample, sample)
    const distance = verdict === 'heard' ? distanceOf(sample) : null
    if (distance !== null && !timing) follow(distance.behindMs)
    ports.judged(verdict, distance)
    if (!over) cancel = lookLater(timing && distance === null ? CLOSE_PAUSE_MS : SAMPLE_PAUSE_MS)
  }

  /** A song that was told ahead of its time cannot be heard before it. */
  function startMs(): number {
    const now = ports.serverNow()
    const beginsAtMs = now === null ? toldMs : ports.monotonicMs() + track.startTime - now
    return timing ? Math.max(toldMs, beginsAtMs) : toldMs
  }

  function distanceOf(sample: PlayerSample): Distance | null {
    const now = ports.serverNow()
    if (now === null) return null
    const expectedMs = (atMs: number) => now - (ports.monotonicMs() - atMs) - track.startTime
    const heard = sample.sound?.heard
    if (heard) return { behindMs: expectedMs(heard.atMs) - heard.positionMs, withinMs: heard.withinMs }
    const behind = behindMs(sample, expectedMs(sample.atMs), track.durationMs)
    return behind === null ? null : { behindMs: behind, withinMs: null }
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
    const { record, mustSeek } = correctDrift(drift, behind, ports.monotonicMs())
    drift = record
    const now = ports.serverNow()
    if (!mustSeek || now === null) return
    void ports.player.seek(Math.max(0, Math.floor(now - track.startTime + DEFAULT_DELAY_MS)))
    samples = []
  }

  return () => {
    over = true
    cancel()
  }
}

/** Tells a player when a song begins, by its own clock. */
export function keepTime(
  ports: { serverNow(): number | null; monotonicMs(): number },
  timing: Timing,
  { uri, startTime }: Track,
): void {
  const now = ports.serverNow()
  if (now !== null && uri !== null) timing.keep(uri, ports.monotonicMs() + startTime - now)
}

/**
 * Lets a song sound by its time at once: the provider's command to play it takes its way meanwhile.
 *
 * @returns whether it does: not while a song is loaded
 */
export function beginInTime(ports: Parameters<typeof keepTime>[0], timing: Timing, track: Track): boolean {
  keepTime(ports, timing, track)
  return track.uri !== null && timing.begin(track.uri)
}

async function takeSample(ports: WatchPorts): Promise<PlayerSample> {
  const askedMs = ports.monotonicMs()
  const sound = await ports.player.sample()
  return { atMs: (askedMs + ports.monotonicMs()) / 2, sound }
}
