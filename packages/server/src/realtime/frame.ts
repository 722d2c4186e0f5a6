const FINAL_TEXT = 0x81
const LENGTH_16 = 126
const LENGTH_64 = 127
const LONGEST_7 = 125
const LONGEST_16 = 0xffff

/**
 * A text message as its bytes on the wire (RFC 6455, unmasked as a server sends it). Made once for everyone who gets
 * the same, instead of anew for each: sending it is then nothing but a write.
 */
export function textFrame(payload: Buffer | string): Buffer {
  const length = Buffer.byteLength(payload)
  const header = headerOf(length)
  const frame = Buffer.allocUnsafeSlow(header.length + length)
  header.copy(frame)
  if (typeof payload === 'string') frame.write(payload, header.length)
  else payload.copy(frame, header.length)
  return frame
}

function headerOf(length: number): Buffer {
  if (length <= LONGEST_7) return Buffer.from([FINAL_TEXT, length])
  if (length <= LONGEST_16) return Buffer.from([FINAL_TEXT, LENGTH_16, length >> 8, length & 0xff])
  const header = Buffer.from([FINAL_TEXT, LENGTH_64, 0, 0, 0, 0, 0, 0, 0, 0])
  header.writeBigUInt64BE(BigInt(length), 2)
  return header
}
