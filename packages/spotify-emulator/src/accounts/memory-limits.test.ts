import { expect, it } from 'vitest'
import { createAuthorizationCodes } from './authorization-codes.ts'
import { createSubmittedPages } from './submitted-pages.ts'

const nowMs = 0
const redirectUri = 'http://127.0.0.1/callback/spotify'
const request = {
  client: { id: 'public' },
  redirectUri,
  scopes: [],
  state: null,
  codeChallenge: null,
}
const profile = { profileId: null, displayName: 'Ann' }

it('B5 at most 10,000 submitted pages are in memory, the latest ones', () => {
  const pages = createSubmittedPages()
  for (let page = 0; page <= 10_000; page += 1) pages.add(`page ${page}`)
  expect([pages.has('page 0'), pages.has('page 1'), pages.has('page 10000')]).toEqual([false, true, true])
})

it('B5 at most 10,000 authorization codes are in memory, the latest ones', () => {
  const codes = createAuthorizationCodes()
  const issued = Array.from({ length: 10_001 }, () => codes.issue(request, profile, nowMs))
  const redeem = (code = '') => codes.redeem(code, { clientId: 'public', redirectUri, verifier: null }, nowMs)
  expect(redeem(issued[0])).toBe('invalid')
  for (const code of [issued[1], issued.at(-1)]) expect(redeem(code)).toMatchObject({ request, profile })
})

it('B2 at most 10,000 used codes are in memory, the latest ones', () => {
  const codes = createAuthorizationCodes()
  for (let code = 0; code <= 10_000; code += 1)
    codes.recordUse(`code ${code}`, 'public', `token ${code}`, nowMs)
  const tokenFor = (code: string) => codes.refreshTokenFor(code, 'public', nowMs)
  expect([tokenFor('code 0'), tokenFor('code 1'), tokenFor('code 10000')]).toEqual([
    undefined,
    'token 1',
    'token 10000',
  ])
})
