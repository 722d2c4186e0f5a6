/** The format of a song, as the provider says it. */
export type SoundFormat = {
  readonly codec: string
  readonly sampleRate: number
  readonly channels: number
  /** What the decoder needs to know besides the packets. */
  readonly setup: Uint8Array
}

/** The sound of one packet, one array of samples for each channel. */
export type DecodedPacket = readonly Float32Array[]

/** Decodes packets in order. */
export type CodecDecoder = {
  /** Returns the sound of each packet. A packet that cannot be decoded gives no samples. */
  decode(packets: readonly Uint8Array[]): Promise<readonly DecodedPacket[]>
}

/** Creates a decoder. Each of them is loaded only for its format. */
export type CreateDecoder = (format: SoundFormat) => Promise<CodecDecoder>
