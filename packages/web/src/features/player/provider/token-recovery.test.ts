import { expect, it } from 'vitest'
import type { TokenReplacement } from './access-tokens.ts'
import { createTokenRecovery } from './token-recovery.ts'

function recovery(answers: TokenReplacement[]) {
  const waits: { ms: number; run: () => void }[] = []
  const seen = { asked: 0, came: 0, wanted: true }
  const recover = createTokenRecovery({
    tokens: {
      token: () => 'old',
      async replace() {
        seen.asked += 1
        return answers.shift() ?? 'later'
      },
    },
    scheduler: {
      after(ms, run) {
        waits.push({ ms, run })
        return () => {}
      },
    },
    isWanted: () => seen.wanted,
    onNewToken: () => (seen.came += 1),
  })
  return { recover, waits, seen, settled: () => Promise.resolve().then(() => Promise.resolve()) }
}

it('L9 a refused token is replaced once, even if the player reports it several times', async () => {
  const { recover, waits, seen, settled } = recovery(['later', 'new', 'new'])
  recover()
  recover()
  await settled()
  expect(waits.map(({ ms }) => ms)).toEqual([30_000])
  waits[0]?.run()
  await settled()
  expect(seen).toMatchObject({ asked: 2, came: 1 })
  recover()
  await settled()
  expect(seen.came).toBe(2)
})

it('L9 the replacement ends when the link has ended or nobody listens', async () => {
  const ended = recovery(['ended'])
  ended.recover()
  await ended.settled()
  const unwanted = recovery(['later'])
  unwanted.seen.wanted = false
  unwanted.recover()
  await unwanted.settled()
  for (const { waits, seen } of [ended, unwanted]) expect([waits, seen.came]).toEqual([[], 0])
})
