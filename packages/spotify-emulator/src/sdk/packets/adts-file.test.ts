import { expect, it } from 'vitest'
import { adtsFile } from './adts-file.ts'

it('B15 puts AAC packets into a file that browsers decode', () => {
  // AAC-LC, 44.1 kHz, two channels.
  const fileOf = adtsFile(Uint8Array.from([0x12, 0x10]))
  const packet = Uint8Array.from({ length: 300 }, (_, index) => index & 255)
  const file = new Uint8Array(fileOf([packet, packet]))
  expect([...file.subarray(0, 7)]).toEqual([0xff, 0xf1, 0x50, 0x80, 0x26, 0x7f, 0xfc])
  expect(file.subarray(7, 307)).toEqual(packet)
  expect(file.byteLength).toBe(2 * 307)
})

it('B15 refuses kinds of AAC that such a file cannot contain', () => {
  // The audio object type 31 means a type above 31, here 42 (USAC). An ADTS file cannot contain it.
  expect(() => adtsFile(Uint8Array.from([0xf9, 0x48]))).toThrow('cannot be decoded')
  expect(() => adtsFile(new Uint8Array(0))).toThrow('cannot be decoded')
})
