import { afterEach, expect, it, vi } from 'vitest'
import { openMicrophone } from './microphone.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['AbortError', 'failed'],
])('Y8 the error %s of the browser means: %s', async (name, trouble) => {
  const getUserMedia = () => Promise.reject(new DOMException('', name))
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  expect(await openMicrophone()).toBe(trouble)
})

it('J9 Y8 a page without a secure context has no microphone', async () => {
  vi.stubGlobal('navigator', {})
  expect(await openMicrophone()).toBe('insecure')
})

it('Y8 the sound is not processed, and the microphone is released', async () => {
  const stop = vi.fn<() => void>()
  const getUserMedia = vi.fn<(wanted: MediaStreamConstraints) => Promise<unknown>>(async () => ({
    getTracks: () => [{ stop }],
  }))
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  const opened = await openMicrophone()
  // These would remove the chirps.
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  expect(getUserMedia.mock.calls).toMatchObject([[{ audio }]])
  if (typeof opened !== 'string') opened.close()
  expect(stop).toHaveBeenCalledOnce()
})
