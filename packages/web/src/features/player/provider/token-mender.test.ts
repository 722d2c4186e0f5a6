import { expect, it } from 'vitest'
import type { TokenReplacement } from './token-desk.ts'
import { createTokenMender } from './token-mender.ts'

function mender(answers: TokenReplacement[]) {
  const waits: { ms: number; run: () => void }[] = []
  const seen = { asked: 0, came: 0, wanted: true }
  const mend = createTokenMender({
    desk: {
      token: () => 'old',
      async replace() {
        seen.asked += 1
        return answers.shift() ?? 'later'
      },
    },
    after(ms, run) {
      waits.push({ ms, run })
      return () => {}
    },
    isWanted: () => seen.wanted,
    came: () => (seen.came += 1),
  })
  return { mend, waits, seen, settled: () => Promise.resolve().then(() => Promise.resolve()) }
}

it('L9 a token that the player was refused with is replaced, however often the player says so meanwhile', async () => {
  const { mend, waits, seen, settled } = mender(['later', 'new', 'new'])
  mend()
  mend()
  await settled()
  expect(waits.map(({ ms }) => ms)).toEqual([30_000])
  waits[0]?.run()
  await settled()
  expect(seen).toMatchObject({ asked: 2, came: 1 })
  mend()
  await settled()
  expect(seen.came).toBe(2)
})

it('L9 an ended link and a player that nobody wants end it', async () => {
  const ended = mender(['ended'])
  ended.mend()
  await ended.settled()
  const unwanted = mender(['later'])
  unwanted.seen.wanted = false
  unwanted.mend()
  await unwanted.settled()
  for (const { waits, seen } of [ended, unwanted]) expect([waits, seen.came]).toEqual([[], 0])
})
