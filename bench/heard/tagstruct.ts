/** A field of a message in the native protocol of PulseAudio. A letter for the type precedes the value. */
export type Field =
  | { u32: number }
  | { text: string | null }
  | { is: boolean }
  | { timeMs: number }
  | { bytes: Buffer }
  | { samples: { rate: number } }
  | { channelMap: true }
  | { volume: true }
  | { noProperties: true }

/** The number that means “none” for an index or a size. */
export const NONE = 0xffff_ffff
const FLOAT32LE = 5
const FULL_VOLUME = 0x1_0000

/** Writes fields one after the other. `samples`, `channelMap` and `volume` always describe mono with 32-bit floats. */
export function writeFields(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(writeField))
}

function writeField(field: Field): Buffer {
  if ('u32' in field) return Buffer.concat([letter('L'), u32(field.u32)])
  if ('text' in field)
    return field.text === null ? letter('N') : Buffer.concat([letter('t'), Buffer.from(`${field.text}\0`)])
  if ('is' in field) return letter(field.is ? '1' : '0')
  if ('timeMs' in field) {
    const seconds = Math.floor(field.timeMs / 1000)
    const micros = Math.floor((field.timeMs - seconds * 1000) * 1000)
    return Buffer.concat([letter('T'), u32(seconds), u32(micros)])
  }
  if ('bytes' in field) return Buffer.concat([letter('x'), u32(field.bytes.length), field.bytes])
  if ('samples' in field)
    return Buffer.concat([letter('a'), Buffer.from([FLOAT32LE, 1]), u32(field.samples.rate)])
  if ('channelMap' in field) return Buffer.concat([letter('m'), Buffer.from([1, 0])])
  if ('volume' in field) return Buffer.concat([letter('v'), Buffer.from([1]), u32(FULL_VOLUME)])
  return Buffer.concat([letter('P'), letter('N')])
}

const letter = (text: string): Buffer => Buffer.from(text)

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Reads the fields of a message in their order. */
export class FieldReader {
  #bytes
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  u32(): number {
    this.#expect('L')
    return this.#word()
  }

  /** Reads a duration, in milliseconds. */
  durationMs(): number {
    this.#expect('U')
    return Number(this.#long()) / 1000
  }

  /** Reads a moment, in epoch milliseconds. */
  timeMs(): number {
    this.#expect('T')
    const seconds = this.#word()
    return seconds * 1000 + this.#word() / 1000
  }

  index(): number {
    this.#expect('R', 'r')
    return Number(this.#long())
  }

  is(): boolean {
    return this.#expect('1', '0') === '1'
  }

  #expect(...letters: string[]): string {
    const found = String.fromCharCode(this.#bytes.readUInt8(this.#at))
    this.#at += 1
    if (!letters.includes(found)) throw new Error(`expected ${letters.join(' or ')}, got ${found}`)
    return found
  }

  #word(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  #long(): bigint {
    this.#at += 8
    return this.#bytes.readBigInt64BE(this.#at - 8)
  }
}
