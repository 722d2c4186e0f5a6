import { afterEach, expect, it, vi } from 'vitest'
import { allowSound } from './page-audio.ts'
import { silentLoop } from './silent-loop.ts'

afterEach(() => void vi.restoreAllMocks())

const settled = () => new Promise((resolve) => setTimeout(resolve))
const refuse = async () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'))
/** Lets the browser refuse the element, because another test file may have allowed it. Test files share modules. */
async function forbid() {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(refuse)
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  silentLoop.start()
  silentLoop.stop()
  await settled()
  play.mockClear()
  pause.mockClear()
  return { play, pause }
}

it('P8 the silent element loops while the person listens, for the media controls', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    expect(this.loop).toBe(true)
    expect(this.src).toContain('silence')
  })
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  silentLoop.stop()
  // Another test file may have started the loop before, because test files share modules.
  pause.mockClear()
  silentLoop.start()
  silentLoop.start()
  expect(new Set(play.mock.contexts).size).toBe(1)
  silentLoop.stop()
  expect(pause).toHaveBeenCalledTimes(1)
})

it('M6 G8 the press that allows the sound allows the silent element, and the session plays the same one', async () => {
  const { play, pause } = await forbid()
  play.mockResolvedValue()
  allowSound()
  expect([play.mock.calls.length, pause.mock.calls.length]).toEqual([1, 1])
  silentLoop.start()
  expect(new Set(play.mock.contexts).size).toBe(1)
  // A press on another session does not interrupt the loop.
  allowSound()
  expect(pause).toHaveBeenCalledOnce()
  silentLoop.stop()
})

it('M6 G8 later presses do not play an allowed silent element, because it could interrupt other apps', async () => {
  const { play, pause } = await forbid()
  allowSound()
  await settled()
  // The browser refused the first press. It allows the second one, and `pause` ends that `play`.
  play.mockRejectedValue(new DOMException('paused', 'AbortError'))
  allowSound()
  await settled()
  expect([play.mock.calls.length, pause.mock.calls.length]).toEqual([2, 2])
  allowSound()
  expect([play.mock.calls.length, pause.mock.calls.length]).toEqual([2, 2])
})

it('M6 G8 presses after a loop do not play the silent element', async () => {
  const { play } = await forbid()
  play.mockResolvedValue()
  silentLoop.start()
  await settled()
  silentLoop.stop()
  allowSound()
  expect(play).toHaveBeenCalledOnce()
})

it('M6 M8 a silent element that the browser refused is tried again at the next click, while it is needed', async () => {
  const { play } = await forbid()
  const click = async () => {
    await settled()
    window.dispatchEvent(new MouseEvent('click'))
  }
  silentLoop.start()
  await click()
  await click()
  expect(play).toHaveBeenCalledTimes(3)
  silentLoop.stop()
  await click()
  expect(play).toHaveBeenCalledTimes(3)
})
