/** Rendered blocks by name, bounded in bytes: what was used longest ago goes first. */
export type BlockCache = {
  get(key: string): Uint8Array | undefined
  set(key: string, block: Uint8Array): void
  readonly bytes: number
}

export function createBlockCache(maxBytes: number): BlockCache {
  const blocks = new Map<string, Uint8Array>()
  let bytes = 0
  const forget = (key: string): void => {
    bytes -= blocks.get(key)?.byteLength ?? 0
    blocks.delete(key)
  }
  return {
    get(key) {
      const block = blocks.get(key)
      if (!block) return undefined
      blocks.delete(key)
      blocks.set(key, block)
      return block
    },
    set(key, block) {
      forget(key)
      if (block.byteLength > maxBytes) return
      blocks.set(key, block)
      bytes += block.byteLength
      for (const oldest of blocks.keys()) {
        if (bytes <= maxBytes) break
        forget(oldest)
      }
    },
    get bytes() {
      return bytes
    },
  }
}
