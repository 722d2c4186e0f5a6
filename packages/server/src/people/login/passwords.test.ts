import { readFile } from 'node:fs/promises'
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

it('A3 a few hashes at a time leave threads of the pool for other work', async () => {
  const passwords = createPasswords({ memoryKiB: 19_456, rounds: 4 })
  await passwords.matches(null, PASSWORD)
  let finished = 0
  const hashes = Array.from({ length: 12 }, async () => {
    await passwords.matches(null, PASSWORD)
    finished += 1
  })
  // The pool has four threads. If hashes used all of them, this file would be read after most hashes.
  await readFile(import.meta.filename)
  expect(finished).toBeLessThan(4)
  await Promise.all(hashes)
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
