import { packetFrames } from '@jointly/music-library'
import { Application, createEncoder, EncoderCtl, Signal } from 'libopus-wasm'
import { BLOCK_FRAMES } from '../audio/format.ts'
import { BLOCK_BYTES, LEAD_FRAMES, PACKET_BYTES, PACKETS_PER_SEC, WARM_UP_PACKETS } from './layout.ts'
import { to48kHz } from './resample.ts'

/** More complexity sounds hardly better here, and costs more than half of the rendering. */
const COMPLEXITY = 5

/**
 * Encodes one second of a song. The result depends on nothing else, so that blocks can be encoded in any order. Each
 * packet can be decoded after the one before it.
 * @param lead the last `LEAD_FRAMES` frames before the block; silence before a song
 * @param block the second; what is missing at the end of a song is silence
 * @throws when the encoder fails
 */
export async function encodeBlock(lead: Int16Array, block: Int16Array): Promise<Uint8Array<ArrayBuffer>> {
  const samples = new Int16Array(2 * (LEAD_FRAMES + BLOCK_FRAMES))
  samples.set(lead)
  samples.set(block, 2 * LEAD_FRAMES)
  const sound = to48kHz(samples)
  const packets = new Uint8Array(BLOCK_BYTES)
  const encoder = await createEncoder({
    application: Application.RestrictedLowDelay,
    bitrate: PACKETS_PER_SEC * PACKET_BYTES * 8,
    complexity: COMPLEXITY,
    signal: Signal.Music,
    vbr: false,
  })
  try {
    // No packet depends on more than the one before it.
    encoder.encoderCtl(EncoderCtl.SetPredictionDisabled, 1)
    for (let packet = -WARM_UP_PACKETS; packet < PACKETS_PER_SEC; packet++) {
      const from = (packet + WARM_UP_PACKETS) * packetFrames * 2
      const encoded = encoder.encodeFloat(sound.subarray(from, from + packetFrames * 2))
      if (encoded.byteLength !== PACKET_BYTES) throw new Error(`a packet of ${encoded.byteLength} bytes`)
      if (packet >= 0) packets.set(encoded, packet * PACKET_BYTES)
    }
  } finally {
    encoder.free()
  }
  return packets
}
