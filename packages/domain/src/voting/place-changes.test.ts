import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlaceChange, placeChanges } from './place-changes.ts'
import {
  isEligible,
  type ListedSong,
  overtakenBy,
  rankSongs,
  type RankingContext,
  topSong,
} from './ranking.ts'

function song(songId: string, over: Partial<ListedSong> = {}): ListedSong {
  return { songId, score: 1, behind: 'ann', firstVoteAt: 0, overtaken: 0, refused: false, ...over }
}

const context: RankingContext = { activeCount: 2, ledger: new Map([['ben', 7]]) }

const people = ['ann', 'ben', 'cleo', 'dan']

const listed = fc.uniqueArray(
  fc.record({
    songId: fc.string({ minLength: 1, maxLength: 2 }),
    score: fc.integer({ min: -2, max: 5 }),
    behind: fc.option(fc.constantFrom(...people)),
    firstVoteAt: fc.nat(9),
    overtaken: fc.nat(7),
    refused: fc.boolean(),
  }),
  { selector: ({ songId }) => songId, maxLength: 25, size: 'max' },
)

const anyContext: fc.Arbitrary<RankingContext> = fc.record({
  activeCount: fc.integer({ min: 1, max: 4 }),
  ledger: fc
    .dictionary(fc.constantFrom(...people), fc.nat(20), { noNullPrototype: true })
    .map((served) => new Map(Object.entries(served))),
})

/** Ranks the songs and calls `look` for each of them, with the events that would change its place. */
function eachChange(
  songs: readonly ListedSong[],
  now: RankingContext,
  look: (song: ListedSong, change: PlaceChange, ranked: readonly ListedSong[], index: number) => void,
): void {
  const ranked = rankSongs(songs, now)
  placeChanges(ranked, now)().forEach((change, index) => {
    const each = ranked[index]
    if (each) look(each, change, ranked, index)
  })
}

/** Returns the place of a song, from 1, after it got `votes` more up-votes. */
function placeWith(
  ranked: readonly ListedSong[],
  song: ListedSong,
  votes: number,
  now: RankingContext,
): number {
  const changed = ranked.map((each) => (each === song ? { ...each, score: each.score + votes } : each))
  return rankSongs(changed, now).findIndex(({ songId }) => songId === song.songId) + 1
}

describe('changes of the place of a song', () => {
  it('V8 a song does not wait for the turn of its own person', () => {
    const ranked = [song('older', { firstVoteAt: 1 }), song('younger', { firstVoteAt: 2 })]
    expect(placeChanges(ranked, context)().map(({ turn }) => turn)).toEqual([undefined, undefined])
    const others = [song('older', { behind: 'cleo', firstVoteAt: 1 }), song('younger', { firstVoteAt: 2 })]
    expect(placeChanges(others, context)().map(({ turn }) => turn)).toEqual([undefined, true])
  })

  it('V8 have the votes to pass the song before, the votes to lead, and the turn the song waits for', () => {
    const ranked = rankSongs(
      [
        song('loved', { score: 4, firstVoteAt: 3 }),
        song('first', { behind: 'cleo', firstVoteAt: 1 }),
        song('second', { behind: 'ann', firstVoteAt: 2 }),
        song('even', { score: 0 }),
        song('disliked', { score: -2 }),
        song('refused', { score: 3, refused: true }),
      ],
      context,
    )
    const changes = placeChanges(ranked, context)()
    expect(Object.fromEntries(ranked.map((each, index) => [each.songId, changes[index]]))).toEqual({
      loved: { mostBefore: 9 },
      first: { rise: { votes: 3, place: 1 }, mostBefore: 7 },
      second: { rise: { votes: 1, place: 2 }, head: 3, turn: true, mostBefore: 8 },
      even: { play: 1 },
      disliked: { play: 3 },
      refused: {},
    })
  })

  it('V8 V4 contain no votes to pass a song that goes first because it was overtaken often', () => {
    const ranked = rankSongs([song('due', { overtaken: 4 }), song('loved', { score: 9 })], context)
    expect(placeChanges(ranked, context)()).toEqual([{ mostBefore: 0 }, { mostBefore: 5 }])
  })

  it('V8 are the same for a part of the list as for the whole list', () => {
    fc.assert(
      fc.property(listed, anyContext, fc.nat(25), fc.nat(25), (songs, now, from, to) => {
        const ranked = rankSongs(songs, now)
        const changesBetween = placeChanges(ranked, now)
        expect(changesBetween(from, to)).toEqual(changesBetween().slice(from, to))
      }),
    )
  })

  it('V8 V3 the stated up-votes bring it to the stated place, and fewer do not pass the song before it', () => {
    fc.assert(
      fc.property(listed, anyContext, (songs, now) => {
        eachChange(songs, now, (each, { rise }, ranked, index) => {
          if (!rise) return
          expect(placeWith(ranked, each, rise.votes, now)).toBe(rise.place)
          expect(rise.place).toBeLessThanOrEqual(index)
          expect(placeWith(ranked, each, rise.votes - 1, now)).toBe(index + 1)
        })
      }),
    )
  })

  it('V8 V3 the stated up-votes make it first, and fewer do not', () => {
    fc.assert(
      fc.property(listed, anyContext, (songs, now) => {
        eachChange(songs, now, (each, { head }, ranked) => {
          if (head === undefined) return
          expect(placeWith(ranked, each, head, now)).toBe(1)
          expect(placeWith(ranked, each, head - 1, now)).toBeGreaterThan(1)
        })
      }),
    )
  })

  it('V8 V3 with a turn, it passes the song before it once the person of that song was served', () => {
    fc.assert(
      fc.property(listed, anyContext, (songs, now) => {
        eachChange(songs, now, (each, { turn }, ranked, index) => {
          const before = ranked[index - 1]
          const person = before?.behind
          if (!turn || !before || typeof person !== 'string') return
          const ledger = new Map(now.ledger).set(person, Math.max(0, ...now.ledger.values()) + 1)
          const then = rankSongs(ranked, { ...now, ledger })
          expect(then.indexOf(each)).toBeLessThan(then.indexOf(before))
        })
      }),
    )
  })

  it('V8 V5 the stated up-votes let a song play, and one fewer does not', () => {
    fc.assert(
      fc.property(listed, anyContext, (songs, now) => {
        eachChange(songs, now, (each, { play }) => {
          if (play === undefined) return expect(each.refused || isEligible(each)).toBe(true)
          expect(isEligible({ ...each, score: each.score + play })).toBe(true)
          expect(isEligible({ ...each, score: each.score + play - 1 })).toBe(false)
        })
      }),
    )
  })

  it('V8 V4 at most the stated number of songs go before it, however others vote', () => {
    const votes = fc.infiniteStream(fc.tuple(fc.nat(30), fc.integer({ min: -2, max: 4 })))
    fc.assert(
      fc.property(listed, anyContext, fc.nat(24), votes, (songs, now, which, cast) => {
        const ranked = rankSongs(songs, now)
        const watched = ranked[which]
        const most = placeChanges(ranked, now)()[which]?.mostBefore
        if (!watched || most === undefined) return
        expect(chosenBefore(watched, ranked, now, cast, most)).toBeLessThanOrEqual(most)
      }),
    )
  })
})

/**
 * Chooses songs while people vote, also for new songs and for songs that have played.
 * @returns how many songs were chosen before `watched`; after `most` songs, no more are chosen
 */
function chosenBefore(
  watched: ListedSong,
  songs: readonly ListedSong[],
  { activeCount, ledger }: RankingContext,
  cast: Iterable<[number, number]>,
  most: number,
): number {
  const served = new Map(ledger)
  let turn = Math.max(0, ...served.values())
  let left = [...songs]
  let chosen = 0
  for (const [at, votes] of cast) {
    const top = topSong(left, { activeCount, ledger: served })
    if (top === null || top.songId === watched.songId || chosen > most) return chosen
    chosen += 1
    turn += 1
    if (top.behind !== null) served.set(top.behind, turn)
    const overtaken = new Set(overtakenBy(left, top).map(({ songId }) => songId))
    const again = { ...top, score: 1, firstVoteAt: 100 + turn, overtaken: 0 }
    left = [
      ...left.filter((each) => each !== top),
      again,
      song(`new ${turn}`, { firstVoteAt: 100 + turn }),
    ].map((each, index) => ({
      ...each,
      overtaken: each.overtaken + Number(overtaken.has(each.songId)),
      score: each.songId === watched.songId || index !== at ? each.score : each.score + votes,
    }))
  }
  return chosen
}
