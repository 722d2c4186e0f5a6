const FINAL_TEXT_FRAME = 0x81
/** This value in the length field of a frame means that the real length is in the next 16 bits. */
const LENGTH_IN_16_BITS = 126
/** This value in the length field of a frame means that the real length is in the next 64 bits. */
const LENGTH_IN_64_BITS = 127
const MAX_7_BITS = 125
const MAX_16_BITS = 0xffff

/**
 * Encodes a text message as a WebSocket frame from a server (RFC 6455). A message for many clients is encoded
 * only once, because all connections can write the same bytes.
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
