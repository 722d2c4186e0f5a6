import { afterEach, expect, it, vi } from 'vitest'
import { allowSound } from './page-audio.ts'
import { silentLoop } from './silent-loop.ts'

afterEach(() => void vi.restoreAllMocks())

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

it('M6 G8 the press that allows the sound allows the silent element, and the session plays the same one', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => undefined)
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  allowSound()
  expect([play.mock.calls.length, pause.mock.calls.length]).toEqual([1, 1])
  silentLoop.start()
  expect(new Set(play.mock.contexts).size).toBe(1)
  // A press on another session does not interrupt the loop.
  allowSound()
  expect(pause).toHaveBeenCalledOnce()
  silentLoop.stop()
})

it('M6 M8 a silent element that the browser refused is tried again at the next click, while it is needed', async () => {
  const refuse = async () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'))
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(refuse)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  const click = async () => {
    await new Promise((resolve) => setTimeout(resolve))
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
