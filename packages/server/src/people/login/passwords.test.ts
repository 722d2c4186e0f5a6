import { expect, it } from 'vitest'
import { isRefused, refuse } from '../../platform/refusal.ts'
import { PASSWORD } from '../../testing/test-server.ts'
import { createPasswords } from './passwords.ts'

it('A3 passwords are hashed with Argon2id and the parameters of OWASP', async () => {
  const { hash, matches } = createPasswords()
  const stored = await hash(PASSWORD, 'lea', 'password')
  if (isRefused(stored)) throw new Error('refused')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await matches(stored, PASSWORD)).toBe(true)
  expect(await matches(stored, PASSWORD.toLowerCase())).toBe(false)
  expect(await matches(null, PASSWORD)).toBe(false)
})

it('A3 at most two hashes run at the same time, which leaves threads of the pool for other work', async () => {
  let running = 0
  let most = 0
  const runFor = async <T>(result: T): Promise<T> => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return result
  }
  const passwords = createPasswords(undefined, async () => ({
    hash: () => runFor('a hash'),
    verify: () => runFor(true),
  }))
  await Promise.all(
    Array.from({ length: 6 }, () => [
      passwords.hash(PASSWORD, 'lea', 'password'),
      passwords.matches('a hash', PASSWORD),
    ]).flat(),
  )
  expect(most).toBe(2)
})

it('A3 A4 refuses a password while 200 others wait, whether or not the user exists', async () => {
  const { hash, matches, refuseIfBusy } = createPasswords({ memoryKiB: 8, rounds: 1 })
  const stored = await hash(PASSWORD, 'lea', 'password')
  if (isRefused(stored)) throw new Error('refused')
  const asked = Array.from({ length: 300 }, (_, number) => matches(number % 2 ? stored : null, PASSWORD))
  const busy = refuse('rate-limited', { retryAfterSec: 5 })
  expect(refuseIfBusy()).toEqual(busy)
  const [known, unknown] = await Promise.all([hash(PASSWORD, 'lea', 'password'), matches(null, PASSWORD)])
  expect([known, unknown]).toEqual([busy, busy])
  const answers = await Promise.all(asked)
  // Two are hashed, and two hundred wait.
  expect(answers.map((answer) => !isRefused(answer))).toEqual(asked.map((_, number) => number < 202))
  expect(answers.slice(202)).toEqual(Array(98).fill(busy))
  expect([refuseIfBusy(), await matches(stored, PASSWORD)]).toEqual([null, true])
})
