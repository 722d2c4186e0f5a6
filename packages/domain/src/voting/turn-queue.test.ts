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

it('V3 the queue ends when every song is taken, in turn or out of turn', () => {
  const queue = createTurnQueue(
    [song('a', 'ann'), song('b', 'ben'), song('c', null), song('d', 'ann')],
    new Map(),
  )
  expect(queue.next()).toBe(0)
  queue.take(3)
  expect(queue.next()).toBe(1)
  queue.take(1)
  expect(queue.next()).toBe(0)
  queue.take(0)
  expect(queue.next()).toBe(2)
  queue.take(2)
  expect(queue.next()).toBeNull()
  expect(queue.next()).toBeNull()
})
