import { describe, expect, it } from 'vitest'
import { apiRefusal, tokenRefusal } from './failures.ts'

const error = (status: number, message: string, reason?: string) =>
  JSON.stringify({ error: { status, message, reason } })

describe('refusals of the Web API', () => {
  it.each([
    ['an ended token', 401, error(401, 'The access token expired'), 'reconnect', 'connect it again'],
    [
      'a person who is not on the list, in plain text',
      403,
      'Check settings on developer.spotify.com/dashboard, the user may not be registered.',
      'provider-refused',
      'Ask the operator',
    ],
    [
      'a person who is not on the list, in the older words',
      403,
      error(403, 'User not registered in the Developer Dashboard'),
      'provider-refused',
      'Ask the operator',
    ],
    [
      'an operator whose Premium lapsed',
      403,
      'Active premium subscription required for the owner of the app.',
      'provider-refused',
      'Premium',
    ],
    ['a missing permission', 403, error(403, 'Insufficient client scope'), 'reconnect', 'permission'],
    ['contents that are not given', 403, error(403, 'Forbidden'), 'provider-refused', 'refuses'],
    ['what is not there', 404, error(404, 'Resource not found'), 'not-found', 'any more'],
    ['too many calls', 429, 'Too many requests', 'provider-limit', 'wait'],
    ['a used up quota', 429, error(429, 'Too many requests', 'QUOTA_EXCEEDED'), 'provider-limit', 'today'],
    ['trouble of its own', 502, error(502, 'Bad gateway.'), 'provider-away', 'try again'],
    ['a call it does not understand', 400, error(400, 'Invalid limit'), 'provider-refused', 'Invalid limit'],
    ['nothing at all', 503, '', 'provider-away', 'try again'],
  ] as const)('E1 %s', (_what, status, text, code, words) => {
    const refused = apiRefusal(status, text, null)
    expect(refused.code).toBe(code)
    expect(refused.body.error.message).toContain(words)
  })

  it('E1 say how long to wait, or some seconds where they do not', () => {
    expect(apiRefusal(429, '', '48925').details.retryAfterSec).toBe(48_925)
    expect(apiRefusal(429, '', null).details.retryAfterSec).toBe(5)
  })
})

describe('refusals of the token endpoint', () => {
  it('L2 a dead grant is told by its error, whatever the description', () => {
    for (const error_description of ['Refresh token revoked', 'Invalid refresh token', undefined])
      expect(
        tokenRefusal(400, JSON.stringify({ error: 'invalid_grant', error_description }), null).code,
      ).toBe('reconnect')
  })

  it('E1 wrong credentials of this server are for its operator', () => {
    const refused = tokenRefusal(400, JSON.stringify({ error: 'invalid_client' }), null)
    expect(refused.body.error.message).toContain('operator')
  })

  it('E1 trouble of the provider ends no grant', () => {
    expect(tokenRefusal(500, '', null).code).toBe('provider-away')
    expect(tokenRefusal(429, '', '3').code).toBe('provider-limit')
  })
})
