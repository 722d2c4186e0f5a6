import { describe, expect, it } from 'vitest'
import { SongRenderer } from '../audio/song-renderer.ts'
import { loudnessOf } from '../audio/loudness.ts'
import { bundledSongs } from '../catalogue/songs.ts'
import { excerptsOf } from '../streaming/excerpts.ts'
import { GAIN_DB, scoreOf, TARGET_LUFS } from './bundled-score.ts'

const songs = [...bundledSongs().tracks.values()]
const idOf = (title: string): string => songs.find((song) => song.title === title)?.id ?? ''

/**
 * Measures the levels of low and high frequencies in each eighth of the first three seconds. Songs with similar rhythm
 * and sound have similar numbers.
 */
function opening(title: string): number[] {
  const renderer = new SongRenderer(scoreOf(idOf(title)))
  const features: number[] = []
  for (let second = 0; second < 3; second++) {
    const block = renderer.block(second)
    for (let part = 0; part < 8; part++) {
      let low = 0
      let all = 0
      let high = 0
      for (let i = part * 8000; i < (part + 1) * 8000; i += 2) {
        const value = (block[i] ?? 0) / 32768
        low += 0.05 * (value - low)
        all += low * low
        high += (value - low) ** 2
      }
      features.push(Math.sqrt(all / 4000), Math.sqrt(high / 4000))
    }
  }
  const length = Math.hypot(...features)
  return features.map((value) => value / length)
}

const likeness = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

describe('the sound of the songs', () => {
  it('has a common loudness, with small gains', () => {
    const renderer = new SongRenderer(scoreOf(idOf('Boss Room Waltz')))
    expect(Math.abs(loudnessOf(excerptsOf(renderer)) - TARGET_LUFS)).toBeLessThanOrEqual(2.5)
    // A song that needs a gain of more than 8 dB has a bad mix.
    for (const gainDb of Object.values(GAIN_DB)) expect(Math.abs(gainDb)).toBeLessThanOrEqual(8)
  })

  it('differs between two songs within seconds, even of the same record', () => {
    const record = ['Bramble', 'Miller’s Daughter', 'Stone in My Boot', 'The Fox Came Round'].map(opening)
    record.forEach((one, i) => {
      for (const other of record.slice(i + 1)) expect(likeness(one, other)).toBeLessThan(0.97)
    })
  })
})
