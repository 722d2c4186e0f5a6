/**
 * Frees the memory of an array that is no longer used. Without a call, the browser frees it only when there are
 * about 32 MB of such arrays. In older browsers this function does nothing.
 */
export function freeMemory(array: Float32Array | Uint8Array): void {
  const { buffer, byteLength } = array
  // An empty array was freed before. An array that is smaller than its buffer shares the buffer with other arrays.
  if (byteLength === 0 || byteLength < buffer.byteLength) return
  if (buffer instanceof ArrayBuffer && 'transfer' in buffer) buffer.transfer(0)
}
