const FINAL_TEXT_FRAME = 0x81
/** In the length field of a frame, this value means that the length follows in 16 bits. */
const LENGTH_IN_16_BITS = 126
/** In the length field of a frame, this value means that the length follows in 64 bits. */
const LENGTH_IN_64_BITS = 127
const MAX_7_BITS = 125
const MAX_16_BITS = 0xffff

/**
 * Encodes a text message as a WebSocket frame of a server (RFC 6455). A message for many clients is encoded
 * once, and each connection writes the same bytes.
 */
export function textFrame(payload: Buffer | string): Buffer {
  const length = Buffer.byteLength(payload)
  const header = frameHeader(length)
  const frame = Buffer.allocUnsafeSlow(header.length + length)
  header.copy(frame)
  if (typeof payload === 'string') frame.write(payload, header.length)
  else payload.copy(frame, header.length)
  return frame
}

function frameHeader(length: number): Buffer {
  if (length <= MAX_7_BITS) return Buffer.from([FINAL_TEXT_FRAME, length])
  if (length <= MAX_16_BITS)
    return Buffer.from([FINAL_TEXT_FRAME, LENGTH_IN_16_BITS, length >> 8, length & 0xff])
  const header = Buffer.from([FINAL_TEXT_FRAME, LENGTH_IN_64_BITS, 0, 0, 0, 0, 0, 0, 0, 0])
  header.writeBigUInt64BE(BigInt(length), 2)
  return header
}
