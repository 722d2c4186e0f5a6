/**
 * Returns the 32-bit FNV-1a hash of a text. The colours of a person follow from it, so they are the same everywhere.
 */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  // This step of MurmurHash3 mixes the high bits, because FNV-1a hardly changes them for short names.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
