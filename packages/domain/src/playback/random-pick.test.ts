import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noRepeatWindow, pickableCount, pickableSongs, pickFromPool, turnOrder } from './random-pick.ts'

const never = (): boolean => false

describe('the turn order', () => {
  it('P2 starts with the person served least recently, and people never served come first', () => {
    const ledger = new Map([
      ['ann', 5],
      ['ben', 2],
    ])
    expect(turnOrder(['ann', 'ben', 'cleo'], ledger, () => 0.5)).toEqual(['cleo', 'ben', 'ann'])
  })

  it('P2 is random for people who waited equally long', () => {
    const lots = [0.9, 0.1]
    expect(turnOrder(['ann', 'ben'], new Map(), () => lots.shift() ?? 0)).toEqual(['ben', 'ann'])
  })

  it('P2 in any series of random songs, the numbers of two people who are always active differ by at most one', () => {
    const everyone = ['ann', 'ben', 'cleo', 'dan', 'eva']
    const rounds = fc.array(fc.subarray(everyone, { minLength: 1 }), {
      minLength: 1,
      maxLength: 60,
      size: 'max',
    })
    fc.assert(
      fc.property(
        rounds,
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (run, lots) => {
          const ledger = new Map<string, number>()
          const served = run.map((here, turn) => {
            const draw = (): number => [...lots.take(1)][0] ?? 0
            const [person = ''] = turnOrder(here, ledger, draw)
            ledger.set(person, turn)
            return person
          })
          for (let from = 0; from < run.length; from += 1) {
            const shares = new Map(everyone.map((person) => [person, 0]))
            let throughout = everyone
            for (let to = from; to < run.length; to += 1) {
              throughout = throughout.filter((person) => run[to]?.includes(person))
              shares.set(served[to] ?? '', (shares.get(served[to] ?? '') ?? 0) + 1)
              const counts = throughout.map((person) => shares.get(person) ?? 0)
              if (counts.length > 1) expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
            }
          }
        },
      ),
    )
  })
})

describe('the chosen song', () => {
  it('P3 does not repeat the last half of the pool, at most the last 50 songs', () => {
    expect([0, 1, 2, 3, 9, 100, 101, 5_000].map(noRepeatWindow)).toEqual([0, 0, 1, 1, 4, 50, 50, 50])
  })

  it('P3 the songs of the session are counted from the newest', () => {
    expect(pickFromPool(['a', 'b', 'c', 'd'], ['d', 'x', 'c'], never, () => 0.99)).toBe('c')
    expect(pickFromPool(['a', 'b', 'c', 'd'], ['d', 'c', 'x'], never, () => 0.99)).toBe('b')
  })

  it('P3 excluded songs are never chosen', () => {
    const pool = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 30,
      size: 'max',
    })
    const lot = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(pool, fc.func(fc.boolean()), lot, (songs, barred, chance) => {
        const picked = pickFromPool(songs, [], barred, () => chance)
        if (picked === null) expect(songs.every((songId) => barred(songId))).toBe(true)
        else expect(barred(picked)).toBe(false)
      }),
    )
  })

  it('P3 a pool without excluded songs always has a possible song', () => {
    const pool = fc.uniqueArray(fc.nat(200).map(String), { minLength: 1, maxLength: 150, size: 'max' })
    const played = fc.array(fc.nat(200).map(String), { maxLength: 200, size: 'max' })
    const lot = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(pool, played, lot, (songs, recent, chance) => {
        expect(pickFromPool(songs, recent, never, () => chance)).not.toBeNull()
      }),
    )
  })

  it('P2 each song has the same chance, also one in two playlists', () => {
    const picks = [0, 0.49, 0.5, 0.99].map((lot) => pickFromPool(['a', 'a', 'b'], ['x'], never, () => lot))
    expect(picks).toEqual(['a', 'a', 'b', 'b'])
  })

  it('P3 counting the excluded songs gives the same number as checking each song', () => {
    const song = fc.string({ minLength: 1, maxLength: 1 })
    const songs = fc.uniqueArray(song, { maxLength: 30, size: 'max' })
    fc.assert(
      fc.property(
        songs,
        fc.array(song, { maxLength: 60, size: 'max' }),
        songs,
        songs,
        (pool, played, barred, more) => {
          const isBarred = (songId: string): boolean => barred.includes(songId)
          const mayBeOut = new Set([...played, ...barred, ...more])
          const suspects = pool.filter((songId) => mayBeOut.has(songId))
          expect(pickableCount(pool.length, suspects, played, isBarred)).toBe(
            pickableSongs(pool, played, isBarred).length,
          )
        },
      ),
    )
  })
})
