import { describe, expect, it } from 'vitest'
import { placeReasons } from './place-reasons.ts'
import { type ListedSong, rankSongs } from './ranking.ts'

function song(songId: string, over: Partial<ListedSong> = {}): ListedSong {
  return { songId, score: 1, behind: 'ann', firstVoteAt: 0, overtaken: 0, refused: false, ...over }
}

const context = { activeCount: 2, ledger: new Map([['ben', 7]]) }

function rules(...songs: ListedSong[]): Record<string, string> {
  const ranked = rankSongs(songs, context)
  const placings = placeReasons(ranked, context)
  return Object.fromEntries(ranked.map((each, index) => [each.songId, placings[index]?.rule ?? 'missing']))
}

describe('the reason for the place of a song', () => {
  it('V8 is the rule that puts it before the next song', () => {
    expect(
      rules(
        song('due', { overtaken: 4 }),
        song('loved', { score: 5 }),
        song('turn', { firstVoteAt: 3 }),
        song('older', { behind: 'ben', firstVoteAt: 1 }),
        song('newer', { behind: 'ben', firstVoteAt: 2 }),
      ),
    ).toEqual({ due: 'overdue', loved: 'score', turn: 'turn', older: 'first-vote', newer: 'last' })
  })

  it('V8 says why a song will not play', () => {
    expect(
      rules(
        song('fine'),
        song('refused', { score: 4, refused: true }),
        song('even', { score: 0 }),
        song('disliked', { score: -2 }),
      ),
    ).toEqual({ fine: 'last', refused: 'refused', even: 'zero', disliked: 'negative' })
  })

  it('V8 has the place, the person, and how often the song was overtaken', () => {
    expect(placeReasons([song('a', { overtaken: 3 })], context)).toEqual([
      { place: 1, rule: 'last', by: 'ann', overtaken: 3, bound: 4 },
    ])
  })
})
