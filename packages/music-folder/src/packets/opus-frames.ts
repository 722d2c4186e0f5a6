const silkMs = [10, 20, 40, 60]
const celtMs = [2.5, 5, 10, 20]

/** Returns how many samples at 48 kHz an Opus packet decodes to (RFC 6716, 3.1 and 3.2). */
export function opusFrames(packet: Uint8Array): number {
  const [head = 0, second = 0] = packet
  const config = head >> 3
  const frameMs = config < 12 ? silkMs[config & 3] : config < 16 ? [10, 20][config & 1] : celtMs[config & 3]
  const kind = head & 3
  const count = kind === 0 ? 1 : kind === 3 ? second & 63 : 2
  return (frameMs ?? 20) * 48 * count
}
