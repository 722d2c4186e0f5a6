import { expect, it } from 'vitest'
import type { ListedSong } from './ranking.ts'
import { createTurnQueue } from './turn-queue.ts'

const song = (songId: string, behind: string | null, score = 1): ListedSong => ({
  songId,
  score,
  behind,
  firstVoteAt: 0,
  overtaken: 0,
  refused: false,
})

it('V3 the line ends when every song is taken, in turn or out of it', () => {
  const line = createTurnQueue(
    [song('a', 'ann'), song('b', 'ben'), song('c', null), song('d', 'ann')],
    new Map(),
  )
  expect(line.next()).toBe(0)
  line.take(3)
  expect(line.next()).toBe(1)
  line.take(1)
  expect(line.next()).toBe(0)
  line.take(0)
  expect(line.next()).toBe(2)
  line.take(2)
  expect(line.next()).toBeNull()
  expect(line.next()).toBeNull()
})
