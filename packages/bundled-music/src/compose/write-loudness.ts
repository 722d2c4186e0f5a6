/**
 * Measures every bundled song and writes `loudness.ts`. Run it after a change to how songs are written or sound:
 * `npm run loudness -w @jointly/bundled-music` (some minutes of one core).
 */
import { writeFileSync } from 'node:fs'
import { createBlockRenderer } from '../audio/block-renderer.ts'
import { loudnessOf } from '../audio/loudness.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { excerptsOf } from '../streaming/excerpts.ts'
import { composeSong } from './compose.ts'
import { TARGET_LUFS } from './score-of.ts'

/** Measured at this gain, so that the soft ceiling bends next to nothing. */
const MEASURING_GAIN_DB = -4

const lines: string[] = []
for (const [trackId, { plan, artist }] of bundledSongs().plans) {
  const renderer = createBlockRenderer(composeSong(plan, artist, MEASURING_GAIN_DB))
  const gainDb = TARGET_LUFS - (loudnessOf(excerptsOf(renderer)) - MEASURING_GAIN_DB)
  lines.push(`  '${trackId}': ${gainDb.toFixed(1)},`)
}
const text = `/** Decibels that bring each song to the common loudness, by track id. Measured by \`write-loudness.ts\`, not written by hand. */
export const GAIN_DB: Readonly<Record<string, number>> = {
${lines.sort().join('\n')}
}
`
writeFileSync(new URL('./loudness.ts', import.meta.url), text)
