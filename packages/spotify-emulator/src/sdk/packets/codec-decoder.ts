/** The format of a song, which the provider sends. */
export type SoundFormat = {
  readonly codec: string
  readonly sampleRate: number
  readonly channels: number
  /** The additional data that the decoder needs before the packets (`PacketSource.setup`). */
  readonly setup: Uint8Array
}

/** The decoded sound of one packet: one array of samples for each channel. */
export type DecodedPacket = readonly Float32Array[]

/** A part of a song, in samples of one channel: `fromFrame` is inclusive, `untilFrame` is exclusive. */
export type Place = { readonly fromFrame: number; readonly untilFrame: number }

/** A decoder for the packets of one song. The caller passes the packets in order. */
export type CodecDecoder = {
  /**
   * Returns the sound of each packet. A packet that cannot be decoded has no samples.
   * @param place the part of the song that the packets contain
   */
  decode(packets: readonly Uint8Array[], place: Place): Promise<readonly DecodedPacket[]>
}

/** Creates a decoder for a song with this format. Each codec has its own script, which is loaded on first use. */
export type CreateDecoder = (format: SoundFormat) => Promise<CodecDecoder>
