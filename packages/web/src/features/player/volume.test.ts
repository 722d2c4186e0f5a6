import { beforeEach, describe, expect, it } from 'vitest'
import { outputOf, pageVolume, parseVolume, withLevel, withMuteToggled } from './volume.ts'

beforeEach(() => localStorage.clear())

describe('the volume of this page', () => {
  it('M5 mute keeps the level, and the second press brings it back', () => {
    const muted = withMuteToggled(withLevel(0.6))
    expect(outputOf(muted)).toBe(0)
    expect(outputOf(withMuteToggled(muted))).toBe(0.6)
  })

  it('M5 moving the slider ends the muting', () => {
    expect(outputOf(withLevel(0.2))).toBe(0.2)
  })

  it('M5 a press on the speaker at level 0 is heard', () => {
    expect(outputOf(withMuteToggled(withLevel(0)))).toBeGreaterThan(0)
  })

  it('M5 is stored in this browser, and tells everyone who follows it', () => {
    let count = 0
    const stop = pageVolume.subscribe(() => {
      count += 1
    })
    pageVolume.set({ level: 0.4, isMuted: true })
    stop()
    pageVolume.set({ level: 0.5, isMuted: true })
    expect(count).toBe(1)
    expect(parseVolume(localStorage.getItem('volume'))).toEqual({ level: 0.5, isMuted: true })
  })

  it('M5 is full where nothing usable is stored', () => {
    for (const stored of [null, 'loud', '{}', '{"level":7,"isMuted":false}'])
      expect(outputOf(parseVolume(stored))).toBe(1)
  })
})
