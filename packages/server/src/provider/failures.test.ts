import { expect, it } from 'vitest'
import { apiRefusal, parseRetryAfter, tokenRefusal } from './failures.ts'

const error = (status: number, message: string, reason?: string) =>
  JSON.stringify({ error: { status, message, reason } })

it.each([
  ['a token that is refused', 401, error(401, 'The access token expired'), 'provider-away', 'try again'],
  [
    'a person who is not on the list, in plain text',
    403,
    'Check settings on developer.spotify.com/dashboard, the user may not be registered.',
    'provider-refused',
    'Ask the operator',
  ],
  [
    'an operator whose Premium lapsed',
    403,
    'Active premium subscription required for the owner of the app.',
    'provider-refused',
    'its operator has no Premium',
  ],
  [
    'a person without Premium',
    403,
    error(403, 'x', 'PREMIUM_REQUIRED'),
    'provider-refused',
    'Premium members',
  ],
  ['a missing permission', 403, error(403, 'Insufficient client scope'), 'reconnect', 'permission'],
  ['contents that are not given', 403, error(403, 'Forbidden'), 'provider-refused', 'access'],
  ['what is not there', 404, error(404, 'Resource not found'), 'not-found', 'any more'],
  ['an account without room', 403, error(403, 'Playlist limit reached'), 'provider-refused', 'no more room'],
  ['too many calls', 429, 'Too many requests', 'provider-limit', 'wait'],
  ['a used up quota', 429, error(429, 'Too many requests', 'QUOTA_EXCEEDED'), 'provider-limit', 'today'],
  ['trouble of its own', 502, error(502, 'Bad gateway.'), 'provider-away', 'try again'],
  ['a call it does not understand', 400, error(400, 'Invalid limit'), 'provider-refused', 'request'],
  ['nothing at all', 503, '', 'provider-away', 'try again'],
] as const)('L13 %s is answered as what it is', (_what, status, text, code, words) => {
  const refused = apiRefusal(status, text, undefined)
  expect(refused.code).toBe(code)
  expect(refused.body.error.message).toContain(words)
})

it('L13 a rate limit says how long to wait, with a default of some seconds', () => {
  expect(apiRefusal(429, '', 899).details.retryAfterSec).toBe(899)
  expect(apiRefusal(429, '', undefined).details.retryAfterSec).toBe(5)
  expect(apiRefusal(502, '', undefined).details.retryAfterSec).toBe(5)
  expect(apiRefusal(404, '', undefined).details.retryAfterSec).toBeUndefined()
})

it('L6 L7 no failure asks for a wait of more than 15 minutes', () => {
  for (const seconds of [901, 48_925, 1e300, Infinity]) {
    expect(apiRefusal(429, '', seconds).details.retryAfterSec).toBe(900)
    expect(apiRefusal(503, '', seconds).details.retryAfterSec).toBe(900)
    expect(tokenRefusal(429, '', seconds).details.retryAfterSec).toBe(900)
  }
})

it.each([
  ['7', 7],
  ['0.5', 0.5],
  ['1e300', 1e300],
  ['Infinity', Infinity],
  ['Fri, 27 Nov 2026 04:00:07 GMT', 7],
  ['Fri, 27 Nov 2026 04:00:00 GMT', undefined],
  ['Fri, 27 Nov 2026 03:59:59 GMT', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('L6 Retry-After %j means a wait of %s seconds', (header, seconds) => {
  expect(parseRetryAfter(header, Date.UTC(2026, 10, 27, 4))).toBe(seconds)
})

it('L13 an ended grant is recognised by its error code, not by its description', () => {
  for (const error_description of ['Refresh token revoked', 'Invalid refresh token', undefined])
    expect(
      tokenRefusal(400, JSON.stringify({ error: 'invalid_grant', error_description }), undefined).code,
    ).toBe('reconnect')
})

it('L13 only after wrong client credentials the message tells the operator to check them', () => {
  const messageOf = (text: string) => tokenRefusal(400, text, undefined).body.error.message
  expect(messageOf(JSON.stringify({ error: 'invalid_client' }))).toContain('client id and secret')
  for (const text of [JSON.stringify({ error: 'invalid_request' }), '<html>', ''])
    expect(messageOf(text)).not.toContain('client id')
})
