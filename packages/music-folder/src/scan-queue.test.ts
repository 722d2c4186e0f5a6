import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createScanQueue } from './scan-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('B9 one scan follows the last of many changes', async () => {
  const scan = vi.fn<() => Promise<void>>(async () => {})
  const queue = createScanQueue(scan)
  for (let change = 0; change < 10; change += 1) {
    queue.scanSoon()
    await vi.advanceTimersByTimeAsync(700)
  }
  expect(scan).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(scan).toHaveBeenCalledTimes(1)
})

it('B9 a folder that changes without a pause is scanned every 30 seconds', async () => {
  const scan = vi.fn<() => Promise<void>>(async () => {})
  const queue = createScanQueue(scan)
  const changeFor = async (seconds: number) => {
    for (let change = 0; change < seconds * 2; change += 1) {
      queue.scanSoon()
      await vi.advanceTimersByTimeAsync(500)
    }
  }
  await changeFor(29)
  expect(scan).not.toHaveBeenCalled()
  await changeFor(2)
  expect(scan).toHaveBeenCalledTimes(1)
  await changeFor(30)
  expect(scan).toHaveBeenCalledTimes(2)
})

it('B9 only one scan waits while another one runs', async () => {
  const running = Promise.withResolvers<void>()
  const scan = vi.fn<() => Promise<void>>(() => running.promise)
  const queue = createScanQueue(scan)
  for (let change = 0; change < 10; change += 1) {
    queue.scanSoon()
    await vi.advanceTimersByTimeAsync(5_000)
  }
  running.resolve()
  await queue.close()
  expect(scan).toHaveBeenCalledTimes(2)
})

it('B9 no scan begins after the end', async () => {
  const scan = vi.fn<() => Promise<void>>(async () => {})
  const queue = createScanQueue(scan)
  queue.scanSoon()
  await queue.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(scan).not.toHaveBeenCalled()
})
