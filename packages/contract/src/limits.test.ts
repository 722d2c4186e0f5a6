import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { ClientMessage } from './live.ts'
import { routes } from './routes.ts'

const id = '2c3a6f1e-6a1d-4b0e-9d0c-1f2e3d4c5b6a'
const item = { kind: 'song', id: 'a' }
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)
const x = (count: number) => 'x'.repeat(count)
const options = (change: object) => ({ version: 1, ...change })
const flavor = (selected: unknown[]) => options({ flavor: { mode: 'blacklist', selected } })
const account = (change: object) => ({ service: 'spotify', access_token: 'x', ...change })
const registration = (change: object) => ({
  ...{ username: 'ann', email: 'ann@example.org', password: 'Music-2026', ...change },
})
const credential = (change: object, response: object) => ({
  ...{ id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {}, ...change },
  response,
})
const newPasskey = (change: object, response: object = {}, name = 'Key') => ({
  name,
  credential: credential(change, { clientDataJSON: 'a', attestationObject: 'a', ...response }),
})
const signed = { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: 'a' }
const usedPasskey = (change: object, response: object = {}) => ({
  credential: credential(change, { ...signed, ...response }),
})

/** What is sent, its schema, and a function that makes an input of a length. Each length is the largest allowed one. */
const limits: [what: string, schema: z.ZodMiniType, most: number, of: (length: number) => unknown][] = [
  ['L1 an access token', routes.putAccount.body, 4096, (n) => account({ access_token: x(n) })],
  ['L1 a refresh token', routes.putAccount.body, 4096, (n) => account({ refresh_token: x(n) })],
  ['L9 a refused token', routes.renewAccount.body, 4096, (n) => ({ refused: x(n) })],
  ['L1 the code of a consent', routes.accountCallback.body, 4096, (n) => ({ state: 'x', code: x(n) })],
  ['L1 the error of a consent', routes.accountCallback.body, 200, (n) => ({ state: 'x', error: x(n) })],
  ['L1 the state of a consent', routes.accountCallback.body, 200, (n) => ({ state: x(n) })],
  ['L4 a choice of playlists', routes.choosePlaylists.body, 2000, (n) => times(n, { id: 'a', load: true })],
  ['F2 the entries of a flavor', routes.saveOptions.body, 500, (n) => flavor(times(n, item))],
  ['F2 the name of an entry', routes.saveOptions.body, 300, (n) => flavor([{ ...item, name: x(n) }])],
  ['F2 the title of an entry', routes.saveOptions.body, 300, (n) => flavor([{ ...item, title: x(n) }])],
  [
    'R3 the owner and the moderators',
    routes.saveOptions.body,
    101,
    (n) => options({ mods: times(n, { user_id: id, level: 'relate' }) }),
  ],
  [
    'S5 the banned people',
    routes.saveOptions.body,
    1000,
    (n) => options({ banned: times(n, { user_id: id }) }),
  ],
  ['V1 the song of a vote', routes.voteUp.body, 100, (n) => ({ songID: x(n) })],
  ['K1 the song of a skip', routes.skip.body, 100, (n) => ({ songID: x(n) })],
  ['C4 the key of a line', routes.addChatLine.body, 64, (n) => ({ key: x(n), text: 'Hi' })],
  ['C4 a line', routes.addChatLine.body, 500, (n) => ({ key: x(8), text: x(n) })],
  ['N2 the start of a name', routes.findFriends.body, 20, (n) => ({ s: x(n) })],
  ['Q1 a search', routes.songs.query, 200, (n) => ({ query: x(n) })],
  ['A3 the username of a login', routes.login.body, 200, (n) => ({ username: x(n), password: 'x' })],
  ['A3 the password of a login', routes.login.body, 256, (n) => ({ username: 'x', password: x(n) })],
  ['A10 a new password', routes.register.body, 256, (n) => registration({ password: `1${x(n - 1)}` })],
  [
    'A3 an e-mail address',
    routes.register.body,
    254,
    (n) => registration({ email: `${x(n - 12)}@example.org` }),
  ],
  [
    'A14 the code of a reset',
    routes.resetPassword.body,
    100,
    (n) => ({ code: x(n), password: 'Music-2026' }),
  ],
  ['A15 a name or address', routes.mailResetLink.body, 254, (n) => ({ who: x(n) })],
  ['A14 the name of a reset link', routes.createResetLink.body, 200, (n) => ({ username: x(n) })],
  ['A2 a token to refresh', routes.refresh.body, 500, (n) => ({ token: x(n) })],
  [
    'G3 the secret of a device',
    routes.joinAsGuest.body,
    100,
    (n) => ({ nickname: 'Kim', ssid: id, device: x(n) }),
  ],
  ['G6 the code of a ticket', routes.upgradeGuest.body, 100, (n) => registration({ ticket: x(n) })],
  ['J1 a code', routes.pairStage.body, 40, (n) => ({ code: `ABC234${'-'.repeat(n - 6)}`, sound: true })],
  ['X10 the name of a stage', routes.changeStage.body, 40, (n) => ({ name: x(n) })],
  ['A13 the name of a passkey', routes.addPasskey.body, 60, (n) => newPasskey({}, {}, x(n))],
  ...(['id', 'rawId'] as const).flatMap((field): typeof limits => [
    [`A13 ${field} of a new passkey`, routes.addPasskey.body, 1_364, (n) => newPasskey({ [field]: x(n) })],
    [`A12 ${field} of a passkey`, routes.passkeyLogin.body, 1_364, (n) => usedPasskey({ [field]: x(n) })],
  ]),
  ...(['clientDataJSON', 'attestationObject'] as const).map((field): (typeof limits)[number] => [
    `A13 ${field} of a new passkey`,
    routes.addPasskey.body,
    16_000,
    (n) => newPasskey({}, { [field]: x(n) }),
  ]),
  ...(['clientDataJSON', 'authenticatorData', 'signature'] as const).map((field): (typeof limits)[number] => [
    `A12 ${field} of a passkey`,
    routes.passkeyLogin.body,
    16_000,
    (n) => usedPasskey({}, { [field]: x(n) }),
  ]),
  ['A12 the user of a passkey', routes.passkeyLogin.body, 100, (n) => usedPasskey({}, { userHandle: x(n) })],
  ['T3 the name of a playlist', routes.saveHistory.body, 100, (n) => ({ name: x(n), description: 'x' })],
  ['A1 the token of a live connection', ClientMessage, 500, (n) => ({ type: 'hello', token: x(n) })],
]

describe('the largest inputs', () => {
  it.each(limits)('%s has a largest length', (_what, schema, most, of) => {
    expect(schema.safeParse(of(most)).error).toBeUndefined()
    expect(schema.safeParse(of(most + 1)).success).toBe(false)
  })
})

it('L1 an access token has only characters that a header may have', () => {
  const { success } = routes.putAccount.body.safeParse(account({ access_token: 'a\r\nb' }))
  expect(success).toBe(false)
})

it.each([
  ['another type', { type: 'password' }, {}],
  ['an id with other characters', { id: 'a+b=' }, {}],
  ['no id', { id: '' }, {}],
  ['data with other characters', {}, { clientDataJSON: '{"challenge":"x"}' }],
])('A12 a passkey with %s is refused', (_what, change, response) => {
  expect(routes.addPasskey.body.safeParse(newPasskey({})).success).toBe(true)
  expect(routes.addPasskey.body.safeParse(newPasskey(change, response)).success).toBe(false)
  expect(routes.passkeyLogin.body.safeParse(usedPasskey(change, response)).success).toBe(false)
})
