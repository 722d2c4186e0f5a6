import { spawn } from 'node:child_process'
import { median } from '../report.ts'
import { findPosition, LISTEN_MS } from '../sync/recorded-sound.ts'
import type { TestSong } from '../sync/songs.ts'
import { LoudspeakerRecorder, type Loudspeakers } from './loudspeakers.ts'

/** The buffer of the player, as long as that of the browsers. */
const BUFFER_MS = 40
const STEP_MS = 100
const LOOKS = 10
/** The second that is compared first begins this long after the start, and the last one ends this long before the end. */
const MARGIN_MS = 1_000

/** A running player. */
export type PlainPlayer = {
  /** Ends the player. @returns how late it became between its second and its last but one second, in milliseconds */
  lostMs(): Promise<number>
  /** Ends the player, if it still plays. */
  end(): Promise<void>
}

/**
 * Plays a song with PulseAudio's own player, without a browser. It never corrects its position, so each piece of sound
 * that it loses makes it later. This is the floor of what a browser can reach on this machine at this time.
 * @param file the WAV file of the song
 */
export async function startPlainPlayer(
  loudspeakers: Loudspeakers,
  sink: string,
  song: TestSong,
  file: string,
): Promise<PlainPlayer> {
  const recorder = await LoudspeakerRecorder.start(loudspeakers.client, sink)
  const startMs = Date.now()
  const player = spawn('paplay', [`--latency-msec=${BUFFER_MS}`, file], {
    stdio: 'ignore',
    env: { ...process.env, ...loudspeakers.environmentOf(sink) },
  })
  async function end(): Promise<void> {
    player.kill('SIGTERM')
    await recorder.stop()
  }
  return {
    end,
    async lostMs() {
      const endMs = Math.min(Date.now(), startMs + song.durationMs)
      await end()
      const lateFrom = (fromMs: number) =>
        median(
          Array.from({ length: LOOKS }, (_, step) => fromMs + step * STEP_MS).flatMap((atMs) => {
            const position = findPosition(recorder.soundAt(atMs, LISTEN_MS), song.samples, atMs - startMs)
            return position === null ? [] : [atMs - startMs - position]
          }),
        )
      return lateFrom(endMs - 2 * MARGIN_MS) - lateFrom(startMs + MARGIN_MS)
    },
  }
}
