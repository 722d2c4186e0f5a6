import { expect, it, vi } from 'vitest'
import { silentLoop } from './silent-loop.ts'

it('P8 the silent element loops while the person listens, for the media controls', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    expect(this.loop).toBe(true)
    expect(this.src).toContain('silence')
  })
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  silentLoop.stop()
  expect(pause).not.toHaveBeenCalled()
  silentLoop.start()
  silentLoop.start()
  expect(new Set(play.mock.contexts).size).toBe(1)
  silentLoop.stop()
  expect(pause).toHaveBeenCalledTimes(1)
})
