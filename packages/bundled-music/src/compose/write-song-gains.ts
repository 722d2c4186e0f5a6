/**
 * Measures the loudness of every bundled song and writes `song-gains.json`. Run this file after a change of the
 * composer or the renderer: `npm run loudness -w @jointly/bundled-music`. It takes some minutes.
 */
import { writeFileSync } from 'node:fs'
import { SongRenderer } from '../audio/song-renderer.ts'
import { loudnessOf } from '../audio/loudness.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { excerptsOf } from '../streaming/excerpts.ts'
import { composeSong } from './compose.ts'
import { TARGET_LUFS } from './bundled-score.ts'

/** The gain during the measurement. It is so low that the limiter has almost no effect. */
const MEASURING_GAIN_DB = -4

const gains: [trackId: string, gainDb: number][] = []
for (const [trackId, { plan, artist }] of bundledSongs().plans) {
  const renderer = new SongRenderer(composeSong(plan, artist, MEASURING_GAIN_DB))
  const gainDb = TARGET_LUFS - (loudnessOf(excerptsOf(renderer)) - MEASURING_GAIN_DB)
  gains.push([trackId, Number(gainDb.toFixed(1))])
}
const sorted = gains.sort(([a], [b]) => (a < b ? -1 : 1))
const file = new URL('./song-gains.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
