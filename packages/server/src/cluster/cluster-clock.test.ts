import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { databases } from '../testing/databases.ts'
import { readDatabaseClock, createClusterClock, ownClock } from './cluster-clock.ts'

describe('the clock that servers share', () => {
  it('P7 is our own before the first sample, and the shared one after it', () => {
    let own = 1_000
    const clock = createClusterClock(() => own)
    expect(clock.now()).toBe(1_000)
    clock.addSample({ askedMs: 1_000, theirMs: 3_601_002, answeredMs: 1_004 })
    own = 1_010
    expect(clock.now()).toBe(3_601_010)
  })

  it('P7 returns whole milliseconds, rounded down', () => {
    const clock = createClusterClock(() => 1_000.9)
    expect(clock.now()).toBe(1_000)
    clock.addSample({ askedMs: 1_000, theirMs: 2_000, answeredMs: 1_000 })
    expect(clock.now()).toBe(2_000)
  })

  it('P7 follows the quickest of the last samples, and ignores the others', () => {
    const clock = createClusterClock(() => 0)
    clock.addSample({ askedMs: 0, theirMs: 100, answeredMs: 2 })
    const before = clock.now()
    for (let slow = 0; slow < 6; slow += 1)
      clock.addSample({ askedMs: 0, theirMs: 100 + slow * 10, answeredMs: 80 })
    expect(clock.now()).toBe(before)
    for (let jumped = 0; jumped < 8; jumped += 1) clock.addSample({ askedMs: 0, theirMs: 500, answeredMs: 2 })
    expect(clock.now()).toBe(499)
  })

  it('P7 P5 follows a jump at once, for example after a pause of the machine', () => {
    const clock = createClusterClock(() => 0)
    for (let sample = 0; sample < 7; sample += 1) clock.addSample({ askedMs: 0, theirMs: 1, answeredMs: 2 })
    expect(clock.now()).toBe(0)
    clock.addSample({ askedMs: 0, theirMs: 30_001.5, answeredMs: 3 })
    expect(clock.now()).toBe(30_000)
  })

  it('P7 is never further off than half of its quickest round trip', () => {
    const answer = fc.record({
      there: fc.double({ min: 0, max: 200, noNaN: true }),
      back: fc.double({ min: 0, max: 200, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.integer({ min: -1e7, max: 1e7 }),
        fc.array(answer, { minLength: 1, maxLength: 8 }),
        (ahead, paths) => {
          const clock = createClusterClock(() => 0)
          for (const { there, back } of paths)
            clock.addSample({ askedMs: 0, theirMs: there + ahead, answeredMs: there + back })
          const quickest = Math.min(...paths.map(({ there, back }) => (there + back) / 2))
          // The clock keeps an old offset while it is within the uncertainty of the best sample. So the error can be
          // twice this uncertainty.
          expect(Math.abs(clock.now() - ahead)).toBeLessThanOrEqual(2 * quickest + 1.5)
        },
      ),
    )
  })

  it.each(databases.filter(({ name }) => name === 'PostgreSQL'))('P7 is read from $name', async (factory) => {
    const { db, close } = await factory.open()
    const clock = createClusterClock()
    await readDatabaseClock(db, clock)
    // PostgreSQL runs on this machine, so its clock shows about the same time.
    expect(Math.abs(clock.now() - ownClock())).toBeLessThan(60_000)
    await close()
  })
})
