import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Field, FieldReader, NONE, writeFields } from './tagstruct.ts'

/** The sample rate of the songs, and of most streams and loudspeakers. */
export const RATE = 48_000
/**
 * The sample rate of the loudspeaker of WebKitGTK. With this rate, a sample takes exactly 20 microseconds. A virtual
 * loudspeaker of PulseAudio counts whole microseconds for each block of sound, so at 48 kHz it plays the short blocks of
 * WebKitGTK 0.024 % too fast. Firefox would be 2 to 3 ms late at this rate, because it has to convert the sound.
 */
export const EXACT_RATE = 50_000
const BYTES = 4

const COMMANDS = {
  error: 0,
  reply: 2,
  play: 3,
  record: 5,
  endRecord: 6,
  auth: 8,
  name: 9,
  playLatency: 14,
  recordLatency: 57,
}
const VERSION = 13
const HEADER = 20
const COOKIE = Buffer.alloc(256)

/** A moment at which a sample of a stream is played, by the clock of the loudspeaker. */
export type SampleTime = { readonly sample: number; readonly atMs: number }

/**
 * A connection to PulseAudio by its native protocol. Only this protocol says at which moment the loudspeaker plays
 * which sample, because the server reads both at the same time.
 */
export class PulseClient {
  #socket: Socket
  #unread = Buffer.alloc(0)
  #lastTag = 0
  #waiting = new Map<number, (reply: FieldReader) => void>()
  #onSound = new Map<number, (samples: Float32Array) => void>()

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#read(chunk))
  }

  static async open(path: string): Promise<PulseClient> {
    const socket = connect(path)
    await once(socket, 'connect')
    const client = new PulseClient(socket)
    await client.#call(COMMANDS.auth, [{ u32: VERSION }, { bytes: COOKIE }], whole)
    await client.#call(COMMANDS.name, [{ noProperties: true }], whole)
    return client
  }

  /**
   * Records what a loudspeaker plays.
   * @param rate the sample rate of the loudspeaker
   * @param onSound called with the samples in their order
   * @returns `readTime` reads when a recorded sample was played. Without `end`, the recording goes on, even when its
   * loudspeaker is removed: then PulseAudio moves it to another one.
   */
  async record(
    sink: string,
    rate: number,
    onSound: (samples: Float32Array) => void,
  ): Promise<{ readTime(): Promise<SampleTime>; end(): Promise<void> }> {
    const fields: Field[] = [
      ...soundFields(`${sink}.monitor`, rate),
      { u32: NONE },
      { is: false },
      { u32: (rate * BYTES) / 50 },
      ...flags(7),
      // Two options are off: reading only the peaks, and changing the latency of the loudspeaker.
      ...flags(2),
      { noProperties: true },
      { u32: NONE },
    ]
    const stream = await this.#call(COMMANDS.record, fields, (reply) => {
      const number = reply.u32()
      // The first sound can arrive together with the reply. Without it, the whole recording would be early.
      this.#onSound.set(number, onSound)
      return number
    })
    const readTime = async () => {
      const answer = await this.#call(
        COMMANDS.recordLatency,
        [{ u32: stream }, { timeMs: Date.now() }],
        whole,
      )
      const untilHeardMs = answer.durationMs()
      const underwayMs = answer.durationMs()
      answer.is()
      answer.timeMs()
      const nowMs = answer.timeMs()
      return { sample: answer.index() / BYTES, atMs: nowMs + untilHeardMs - underwayMs }
    }
    const end = async () => {
      this.#onSound.delete(stream)
      await this.#call(COMMANDS.endRecord, [{ u32: stream }], whole)
    }
    return { readTime, end }
  }

  /**
   * Plays samples, as soon as possible.
   * @returns a function that reads when a sample comes out of the loudspeaker
   */
  async play(sink: string, samples: Float32Array): Promise<() => Promise<SampleTime>> {
    const size = samples.length * BYTES
    const fields: Field[] = [
      ...soundFields(sink, RATE),
      { u32: 2 * size },
      { is: false },
      { u32: size },
      { u32: 0 },
      { u32: NONE },
      // The group of streams that start together. Each stream is alone in its group.
      { u32: this.#lastTag },
      { volume: true },
      ...flags(7),
      ...flags(2),
      { noProperties: true },
    ]
    const stream = await this.#call(COMMANDS.play, fields, (reply) => reply.u32())
    this.#write(stream, Buffer.from(samples.buffer, samples.byteOffset, size))
    return async () => {
      const answer = await this.#call(COMMANDS.playLatency, [{ u32: stream }, { timeMs: Date.now() }], whole)
      const untilHeardMs = answer.durationMs()
      answer.durationMs()
      answer.is()
      answer.timeMs()
      const nowMs = answer.timeMs()
      answer.index()
      return { sample: answer.index() / BYTES, atMs: nowMs + untilHeardMs }
    }
  }

  close(): void {
    this.#socket.destroy()
  }

  /** @param read reads the reply at once, before the next message is read */
  async #call<T>(command: number, fields: readonly Field[], read: (reply: FieldReader) => T): Promise<T> {
    this.#lastTag += 1
    const tag = this.#lastTag
    const reply = new Promise<T>((resolve) => this.#waiting.set(tag, (answer) => resolve(read(answer))))
    this.#write(NONE, writeFields([{ u32: command }, { u32: tag }, ...fields]))
    return reply
  }

  #write(channel: number, body: Buffer): void {
    const header = Buffer.alloc(HEADER)
    header.writeUInt32BE(body.length, 0)
    header.writeUInt32BE(channel, 4)
    this.#socket.write(Buffer.concat([header, body]))
  }

  #read(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk])
    while (this.#unread.length >= HEADER) {
      const end = HEADER + this.#unread.readUInt32BE(0)
      if (this.#unread.length < end) return
      const channel = this.#unread.readUInt32BE(4)
      const body = this.#unread.subarray(HEADER, end)
      if (channel === NONE) this.#readMessage(body)
      else this.#onSound.get(channel)?.(new Float32Array(Uint8Array.from(body).buffer))
      this.#unread = this.#unread.subarray(end)
    }
  }

  #readMessage(body: Buffer): void {
    const fields = new FieldReader(body)
    const command = fields.u32()
    const tag = fields.u32()
    if (command === COMMANDS.error)
      throw new Error(`PulseAudio refused call ${tag} with the error ${fields.u32()}.`)
    if (command === COMMANDS.reply) this.#waiting.get(tag)?.(fields)
  }
}

const whole = (reply: FieldReader): FieldReader => reply

function soundFields(device: string, rate: number): Field[] {
  return [{ samples: { rate } }, { channelMap: true }, { u32: NONE }, { text: device }]
}

function flags(count: number): Field[] {
  return Array.from({ length: count }, () => ({ is: false }))
}
