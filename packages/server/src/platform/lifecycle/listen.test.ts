import { expect, it } from 'vitest'
import { addressOf, addressForPeople } from './listen.ts'

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['localhost', 'http://localhost:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
])('O7 looks for a server that listens at %s at %s', (host, address) => {
  expect(addressOf(host, 3000)).toBe(address)
})

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['127.0.0.2', 'http://127.0.0.2:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
])(
  'A12 shows the address of a server that listens at %s by the name at which passkeys work: %s',
  (host, address) => {
    expect(addressForPeople(addressOf(host, 3000), false)).toBe(address)
  },
)

it('L1 shows the IP address if Spotify is linked, because Spotify does not redirect to localhost', () => {
  expect(addressForPeople(addressOf('127.0.0.1', 3000), true)).toBe('http://127.0.0.1:3000')
})
