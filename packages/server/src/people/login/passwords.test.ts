import { expect, it } from 'vitest'
import { isRefused } from '../../platform/refusal.ts'
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
