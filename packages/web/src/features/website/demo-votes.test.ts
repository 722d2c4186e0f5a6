import { describe, expect, it } from 'vitest'
import { demoAt } from './demo-votes.ts'

describe('the demonstration on the website', () => {
  it('always shows the same four songs, highest score first', () => {
    for (let step = 0; step < 20; step += 1) {
      const songs = demoAt(step)
      const scores = songs.map((song) => song.upvotes - song.downvotes)
      expect(scores).toEqual([...scores].sort((a, b) => b - a))
      expect(new Set(songs.map((song) => song.title)).size).toBe(4)
    }
  })

  it('lets a song that nobody knew rise to the top', () => {
    expect(demoAt(0)[0]?.title).toBe('Nine Bridges')
    expect(demoAt(6)[0]?.title).toBe('Café del Sur')
  })
})
