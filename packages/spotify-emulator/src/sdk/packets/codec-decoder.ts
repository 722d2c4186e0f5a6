/** The format of a song, as the provider describes it. */
export type SoundFormat = {
  readonly codec: string
  readonly sampleRate: number
  readonly channels: number
  /** The additional data that the decoder needs (`PacketSource.setup`). */
  readonly setup: Uint8Array
}

/** The sound of one packet, one array of samples for each channel. */
export type DecodedPacket = readonly Float32Array[]

/** A part of a song, in samples of one channel. */
export type Place = { readonly fromFrame: number; readonly untilFrame: number }

/** Decodes packets in order. */
export type CodecDecoder = {
  /**
   * Returns the sound of each packet. A packet that cannot be decoded gives no samples.
   * @param place where the packets begin and end in the song
   */
  decode(packets: readonly Uint8Array[], place: Place): Promise<readonly DecodedPacket[]>
}

/**
 * Creates a decoder for a song with this format. Each codec has its own script, which is loaded when it is needed.
 */
export type CreateDecoder = (format: SoundFormat) => Promise<CodecDecoder>
