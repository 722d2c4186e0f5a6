import { expect, it } from 'vitest'
import { freePort } from './free-port.ts'

it('a free port is none that the system gives to other connections, which could take it before its server starts', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  expect(Math.max(...ports)).toBeLessThan(32_768)
  expect(new Set(ports).size).toBeGreaterThan(15)
})
