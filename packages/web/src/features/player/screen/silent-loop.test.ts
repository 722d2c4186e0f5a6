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
  // Another test file may have started the loop before, because test files share modules.
  pause.mockClear()
  silentLoop.start()
  silentLoop.start()
  expect(new Set(play.mock.contexts).size).toBe(1)
  silentLoop.stop()
  expect(pause).toHaveBeenCalledTimes(1)
})
