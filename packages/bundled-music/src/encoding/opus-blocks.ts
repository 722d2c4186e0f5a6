import { packetFrames } from '@jointly/music-library'
import { Application, createEncoder, EncoderCtl, Signal } from 'libopus-wasm'
import { BLOCK_FRAMES } from '../audio/format.ts'
import { BLOCK_BYTES, LEAD_FRAMES, PACKET_BYTES, PACKETS_PER_SEC, WARM_UP_PACKETS } from './layout.ts'
import { to48kHz } from './resample.ts'

/**
 * The effort of the encoder, from 0 to 10. A higher effort hardly improves the sound, but makes encoding take more than
 * half as long as rendering.
 */
const COMPLEXITY = 5

/**
 * Encodes one second of a song. The result depends only on the arguments, so that blocks can be encoded in any order.
 * To decode a packet, only the packet before it is needed.
 * @param lead the last `LEAD_FRAMES` frames before the block; silence before a song
 * @param block the samples of the second; at the end of a song they may be fewer, and silence is added
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
    // With this setting each packet depends at most on the packet before it.
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
