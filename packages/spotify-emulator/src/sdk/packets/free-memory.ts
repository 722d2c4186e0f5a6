/**
 * Frees the memory of an array that is not used any more. A browser would free it only when there are about 32 MB of
 * such arrays. Older browsers cannot do it at once.
 */
export function freeMemory(array: Float32Array | Uint8Array): void {
  const { buffer, byteLength } = array
  // An array that was freed before is empty. An array that is smaller than its buffer shares it with others.
  if (byteLength === 0 || byteLength < buffer.byteLength) return
  if (buffer instanceof ArrayBuffer && 'transfer' in buffer) buffer.transfer(0)
}
