const headBytes = 7

/**
 * Returns a function that creates an AAC file (ADTS) from packets.
 * @param setup the description of the sound in MP4: audio object type, sample rate and channels (ISO 14496-3,
 * 1.6.2.1)
 * @throws when ADTS cannot contain this type of sound
 */
export function adtsFile(setup: Uint8Array): (packets: readonly Uint8Array[]) => ArrayBuffer {
  const [one = 0, two = 0] = setup
  const kind = one >> 3
  const rateIndex = ((one & 7) << 1) | (two >> 7)
  const channels = (two >> 3) & 15
  // ADTS has no number for HE-AAC (audio object types 5 and 29). Its packets are AAC-LC (type 2) with an extension,
  // so they are declared as AAC-LC.
  const profile = (kind === 5 || kind === 29 ? 2 : kind) - 1
  if (profile < 0 || profile > 3 || rateIndex > 12 || channels < 1 || channels > 7)
    throw new Error('The sound cannot be decoded.')
  return (packets) => {
    const file = new Uint8Array(packets.reduce((sum, { length }) => sum + headBytes + length, 0))
    let at = 0
    for (const packet of packets) {
      const length = headBytes + packet.length
      const head = [
        ...[0xff, 0xf1, (profile << 6) | (rateIndex << 2) | (channels >> 2)],
        ...[((channels & 3) << 6) | (length >> 11), (length >> 3) & 255, ((length & 7) << 5) | 0x1f, 0xfc],
      ]
      file.set(head, at)
      file.set(packet, at + headBytes)
      at += length
    }
    return file.buffer
  }
}
