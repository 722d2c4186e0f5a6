import { expect, it } from 'vitest'
import { addressOf } from './listen.ts'

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['localhost', 'http://localhost:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
])('O7 looks for a server that listens at %s at %s', (host, address) => {
  expect(addressOf(host, 3000)).toBe(address)
})
