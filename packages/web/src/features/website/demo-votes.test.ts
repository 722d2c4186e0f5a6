import { describe, expect, it } from 'vitest'
import { demoVotesAfter } from './demo-votes.ts'

describe('the demonstration on the website', () => {
  it('always shows the same four songs, highest score first', () => {
    for (let step = 0; step < 20; step += 1) {
      const songs = demoVotesAfter(step)
      const scores = songs.map((song) => song.upvotes - song.downvotes)
      expect(scores).toEqual([...scores].sort((a, b) => b - a))
      expect(new Set(songs.map((song) => song.title)).size).toBe(4)
    }
  })

  it('lets a new song rise to the top', () => {
    expect(demoVotesAfter(0)[0]?.title).toBe('Nine Bridges')
    expect(demoVotesAfter(6)[0]?.title).toBe('Café del Sur')
  })

  it('counts each vote on its side, and marks the song that was voted for last', () => {
    const at = (step: number) =>
      demoVotesAfter(step).map(({ title, upvotes, downvotes, touched }) => [
        title,
        upvotes,
        downvotes,
        touched,
      ])
    expect(at(4)).toEqual([
      ['Halogen', 4, 1, null],
      ['Café del Sur', 3, 0, null],
      ['Nine Bridges', 4, 2, 'down'],
      ['Slow Tide', 1, 1, null],
    ])
    expect(at(5).at(-1)).toEqual(['Slow Tide', 2, 1, 'up'])
    expect(at(7).map(([, , , touched]) => touched)).toContain('up')
    expect(at(8)).toEqual(at(0))
  })
})
