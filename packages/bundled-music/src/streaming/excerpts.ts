import type { SongRenderer } from '../audio/song-renderer.ts'

const EXCERPT_SEC = 4
const EXCERPTS = 4

/** Renders excerpts of some seconds, spread evenly over a song. They are enough to measure its loudness. */
export function excerptsOf(renderer: SongRenderer): Int16Array[] {
  return Array.from({ length: EXCERPTS }, (_, i) => {
    const first = Math.floor(((i + 0.6) * (renderer.blocks - EXCERPT_SEC)) / EXCERPTS)
    const blocks = Array.from({ length: EXCERPT_SEC }, (_unused, second) => renderer.block(first + second))
    return Int16Array.from(blocks.flatMap((block) => [...block]))
  })
}
