import { afterEach, expect, it, vi } from 'vitest'
import { onOutcome, sendOutcome } from './connect-channel.ts'

afterEach(() => vi.unstubAllGlobals())

it('M8 the accounts screen and the callback page work if the browser blocks the channel between them', () => {
  // Firefox does this when it blocks all stored data.
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const listener = vi.fn<() => void>()
  const remove = onOutcome(listener)
  sendOutcome({ outcome: 'connected' })
  remove()
  expect(listener).not.toHaveBeenCalled()
})
