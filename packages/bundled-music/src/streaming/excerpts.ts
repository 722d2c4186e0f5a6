import type { BlockRenderer } from '../audio/block-renderer.ts'

const EXCERPT_SEC = 4
const EXCERPTS = 4

/** Runs of consecutive seconds spread evenly over a song: enough to know how loud it is without rendering all of it. */
export function excerptsOf(renderer: BlockRenderer): Int16Array[] {
  return Array.from({ length: EXCERPTS }, (_, i) => {
    const first = Math.floor(((i + 0.6) * (renderer.blocks - EXCERPT_SEC)) / EXCERPTS)
    const blocks = Array.from({ length: EXCERPT_SEC }, (_unused, second) => renderer.block(first + second))
    const whole = new Int16Array(blocks.reduce((sum, block) => sum + block.length, 0))
    let at = 0
    for (const block of blocks) {
      whole.set(block, at)
      at += block.length
    }
    return whole
  })
}
