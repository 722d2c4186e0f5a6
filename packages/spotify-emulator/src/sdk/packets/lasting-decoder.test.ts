import { expect, it, vi } from 'vitest'
import { freeMemory } from './free-memory.ts'
import { lastingDecoder } from './lasting-decoder.ts'

/** A fake decoder that records its resets. It cannot decode packets that begin with 0. */
function recordingDecoder() {
  const reset = vi.fn<() => Promise<void>>().mockResolvedValue()
  const decoder = lastingDecoder({ reset }, (packet) => ({
    channelData: [new Float32Array(10)],
    errors: packet[0] === 0 ? ['broken'] : [],
  }))
  return { reset, decoder }
}
const good = [Uint8Array.of(1), Uint8Array.of(1)]

it('B16 is reset only between packets that do not follow each other', async () => {
  const { reset, decoder } = recordingDecoder()
  await decoder.decode(good, { fromFrame: 500, untilFrame: 520 })
  await decoder.decode(good, { fromFrame: 520, untilFrame: 540 })
  await decoder.decode(good, { fromFrame: 530, untilFrame: 550 })
  expect(reset).not.toHaveBeenCalled()
  await decoder.decode(good, { fromFrame: 551, untilFrame: 570 })
  expect(reset).toHaveBeenCalledTimes(1)
  await decoder.decode(good, { fromFrame: 0, untilFrame: 20 })
  expect(reset).toHaveBeenCalledTimes(2)
})

it('B17 is reset after a broken packet', async () => {
  const { reset, decoder } = recordingDecoder()
  await decoder.decode([Uint8Array.of(0), Uint8Array.of(1)], { fromFrame: 0, untilFrame: 20 })
  await decoder.decode(good, { fromFrame: 20, untilFrame: 40 })
  await decoder.decode(good, { fromFrame: 40, untilFrame: 60 })
  expect(reset).toHaveBeenCalledTimes(1)
})

it('B16 frees the memory of an array, but not a part of a buffer that others use', () => {
  const own = new Float32Array(10)
  freeMemory(own)
  freeMemory(own)
  expect(own.buffer.byteLength).toBe(0)
  const shared = new Float32Array(10)
  freeMemory(shared.subarray(0, 5))
  expect(shared.buffer.byteLength).toBe(40)
})
