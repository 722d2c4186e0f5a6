import type { Account } from '@jointly/contract'
import { expect, it } from 'vitest'
import { createAccessTokens, type TokenSource } from './access-tokens.ts'

const account = (token: string, validUntilSec: number): Account => ({
  id: 'account',
  service: 'spotify',
  access_token: token,
  refresh_token: '',
  valid_until: validUntilSec,
  selected_playlists: 0,
  title: '',
  detail: '',
  name: '',
  status: 'ok',
})

/** Creates a source of accounts from its two functions. */
const gives = (load: TokenSource['load'], renew: TokenSource['renew'] = async () => null) => ({ load, renew })

async function given(tokens: ReturnType<typeof createAccessTokens>): Promise<string> {
  return new Promise((resolve) => void tokens.provide(resolve))
}

it('L2 a token that is still valid is used again', async () => {
  const tokens = createAccessTokens(
    gives(async () => [account('new', 5000)]),
    () => 1_000_000,
  )
  tokens.set([account('old', 2000)])
  expect(await given(tokens)).toBe('old')
})

it('L2 a token that ends soon is renewed first', async () => {
  const tokens = createAccessTokens(
    gives(async () => [account('new', 5000)]),
    () => 1_950_000,
  )
  tokens.set([account('old', 2000)])
  expect(await given(tokens)).toBe('new')
})

it('L2 a player that asks again during a renewal does not start another one', async () => {
  const coming = Promise.withResolvers<Account[]>()
  let calls = 0
  const tokens = createAccessTokens(
    gives(() => {
      calls += 1
      return coming.promise
    }),
    () => 1_950_000,
  )
  tokens.set([account('old', 2000)])
  const asked = [given(tokens), given(tokens), given(tokens)]
  coming.resolve([account('new', 5000)])
  expect(await Promise.all(asked)).toEqual(['new', 'new', 'new'])
  expect(calls).toBe(1)
})

it('B3 a player that asks again gets a newer token if there is one, and else the same token', async () => {
  const answers = [[account('new', 5000)], null, null, null, null]
  const tokens = createAccessTokens(
    gives(async () => answers.shift() ?? null),
    () => 1_000_000,
  )
  tokens.set([account('old', 2000)])
  expect([await given(tokens), await given(tokens)]).toEqual(['old', 'new'])
  for (let times = 0; times < 4; times += 1) expect(await given(tokens)).toBe('new')
})

it('P8 the player always gets an answer: the last valid token, and after three failures an empty one', async () => {
  const tokens = createAccessTokens(
    gives(async () => null),
    () => 3_000_000,
  )
  tokens.set([account('old', 2000)])
  expect([await given(tokens), await given(tokens), await given(tokens)]).toEqual(['old', 'old', ''])
})

it('L9 the server replaces a refused token, and gets to know which one it was', async () => {
  const asked: string[] = []
  const tokens = createAccessTokens(
    gives(
      async () => [],
      async (refused) => {
        asked.push(refused)
        return [account('new', 5000)]
      },
    ),
    () => 1_000_000,
  )
  tokens.set([account('old', 2000)])
  expect(await tokens.replace('old')).toBe('new')
  expect(tokens.token()).toBe('new')
  // A second request with the old token was also refused. The newer token is already there, so the server is not
  // asked again.
  expect(await tokens.replace('old')).toBe('new')
  expect(asked).toEqual(['old'])
})

it('L9 a failed replacement is tried again later, and does not end the link', async () => {
  const answers = [null, [account('old', 2000)], [{ ...account('', 0), status: 'reconnect' as const }]]
  const tokens = createAccessTokens(
    gives(
      async () => [],
      async () => answers.shift() ?? null,
    ),
    () => 1_000_000,
  )
  tokens.set([account('old', 2000)])
  expect([await tokens.replace('old'), await tokens.replace('old'), await tokens.replace('old')]).toEqual([
    'later',
    'later',
    'ended',
  ])
})

it('L2 without a linked account the player gets an empty token, and the accounts are loaded each time', async () => {
  let loads = 0
  const tokens = createAccessTokens(
    gives(async () => {
      loads += 1
      return []
    }),
    () => 1_000_000,
  )
  expect([tokens.account(), tokens.token()]).toEqual([null, ''])
  expect([await given(tokens), await given(tokens)]).toEqual(['', ''])
  expect([tokens.account(), loads]).toEqual([undefined, 2])
})

it.each([
  ['60 s before its end', 1_940_000, 'new'],
  ['61 s before its end', 1_939_000, 'old'],
  ['while the time of the server is unknown', null, 'old'],
] as const)('L2 a token %s: the player gets the %s one', async (_when, serverNow, expected) => {
  const tokens = createAccessTokens(
    gives(async () => [account('new', 5000)]),
    () => serverNow,
  )
  tokens.set([account('old', 2000)])
  expect(await given(tokens)).toBe(expected)
})

it('L2 the account that plays is the one of the streaming service', () => {
  const tokens = createAccessTokens(
    gives(async () => null),
    () => null,
  )
  tokens.set([{ ...account('another', 2000), service: 'another' as 'spotify' }, account('old', 2000)])
  expect(tokens.token()).toBe('old')
})

it.each(['reconnect', 'not-allowed'] as const)(
  'L1 L9 an account that works plays instead of an older one with the status %s',
  async (status) => {
    const ended = { ...account('', 0), id: 'ended', status }
    const accounts = [account('old', 2000), { ...account('other', 2000), id: 'newer' }]
    const tokens = createAccessTokens(
      gives(
        async () => [],
        async () => [ended, ...accounts.slice(1)],
      ),
      () => 1_000_000,
    )
    tokens.set([ended, ...accounts])
    expect(tokens.token()).toBe('old')
    // When the link of the account that plays has ended, the next one that works plays.
    expect(await tokens.replace('old')).toBe('new')
    expect(tokens.token()).toBe('other')
    tokens.set([ended])
    expect(tokens.account()).toBe(ended)
  },
)

it('L2 an account without a token is loaded again, also while the time of the server is unknown', async () => {
  const tokens = createAccessTokens(
    gives(async () => [account('new', 5000)]),
    () => null,
  )
  tokens.set([account('old', 2000)])
  expect(await given(tokens)).toBe('old')
  tokens.set([account('', 5000)])
  expect(await given(tokens)).toBe('new')
})

it.each([
  ['the account must be connected again', [{ ...account('old', 2000), status: 'reconnect' as const }], ''],
  ['the account has no token', [account('', 5000)], ''],
  ['there is a token again', [account('newer', 2500)], 'newer'],
])('P8 the third failure counts, if %s', async (_what, third, expected) => {
  const answers = [null, null, third]
  const tokens = createAccessTokens(
    gives(async () => answers.shift() ?? null),
    () => 3_000_000,
  )
  tokens.set([account('old', 2000)])
  expect([await given(tokens), await given(tokens), await given(tokens)]).toEqual(['old', 'old', expected])
})

it('L9 no token replaces a refused one while the account has none', async () => {
  const tokens = createAccessTokens(
    gives(
      async () => [],
      async () => [],
    ),
    () => 1_000_000,
  )
  expect(await tokens.replace('old')).toBe('later')
  tokens.set([account('old', 2000)])
  expect(await tokens.replace('old')).toBe('later')
})
