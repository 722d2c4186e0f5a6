import { describe, expect, it } from 'vitest'
import {
  apiFailure,
  failurePolicy,
  providerFailures,
  retryDelayMs,
  tokenFailure,
} from './provider-failure.ts'

const error = (status: number, message: string, reason?: string) =>
  JSON.stringify({ error: { status, message, reason } })

describe('failures of the streaming service', () => {
  it.each([
    [0, '', 'away'],
    [408, '', 'away'],
    [500, 'Server error.', 'away'],
    [503, '', 'away'],
    [499, '', 'bad-request'],
    [401, error(401, 'The access token expired'), 'token'],
    [400, error(400, 'Only valid bearer authentication supported'), 'token'],
    [
      403,
      'Check settings on developer.spotify.com/dashboard, the user may not be registered.',
      'not-registered',
    ],
    [403, error(403, 'User not registered in the Developer Dashboard'), 'not-registered'],
    [403, 'Active premium subscription required for the owner of the app.', 'operator-premium'],
    [403, error(403, 'Player command failed: Premium required', 'PREMIUM_REQUIRED'), 'premium'],
    [403, error(403, 'Premium required'), 'premium'],
    [403, error(403, 'x', 'PREMIUM_REQUIRED'), 'premium'],
    [403, error(403, 'Insufficient client scope'), 'permission'],
    [403, error(403, 'Forbidden'), 'forbidden'],
    [404, error(404, 'Resource not found'), 'gone'],
    [403, error(403, 'Playlist limit reached'), 'full'],
    [400, error(400, 'Playlist size limit reached'), 'full'],
    [404, error(404, 'Playlist limit reached'), 'gone'],
    [429, 'Too many requests', 'rate'],
    [429, error(429, 'Too many requests', 'QUOTA_EXCEEDED'), 'quota'],
    [400, error(400, 'Invalid limit'), 'bad-request'],
    [400, 'QUOTA_EXCEEDED', 'bad-request'],
  ] as const)('L13 of the Web API: %i %s is %s', (status, text, failure) => {
    expect(apiFailure(status, text)).toBe(failure)
  })

  it.each([
    [400, 'invalid_grant', 'grant-ended'],
    [400, 'invalid_client', 'app-refused'],
    [401, 'invalid_client', 'app-refused'],
    [400, 'unauthorized_client', 'sign-in'],
    [400, 'invalid_request', 'sign-in'],
    [400, 'server_error', 'away'],
    [400, 'temporarily_unavailable', 'away'],
    [400, undefined, 'sign-in'],
    [408, undefined, 'away'],
    [429, 'invalid_grant', 'rate'],
    [500, 'invalid_grant', 'away'],
    [0, undefined, 'away'],
  ] as const)('L13 of the token endpoint: %i %s is %s', (status, code, failure) => {
    expect(tokenFailure(status, '', code)).toBe(failure)
  })

  it('L13 the token endpoint reports that the operator has no Premium', () => {
    const text = 'Active premium subscription required for the owner of the app.'
    expect(tokenFailure(403, text, undefined)).toBe('operator-premium')
    expect(tokenFailure(403, 'the user may not be registered', undefined)).toBe('sign-in')
  })

  it('L6 only limits of the provider pause the calls of a group', () => {
    expect(providerFailures.filter((failure) => failurePolicy[failure].concerns === 'group')).toEqual([
      'rate',
      'quota',
    ])
  })
})

describe('retries', () => {
  it('L7 come after 30 seconds to an hour for a temporary failure, after ten minutes to a day for others', () => {
    expect([1, 100].map((attempt) => retryDelayMs('away', attempt))).toEqual([30_000, 3_600_000])
    expect([1, 100].map((attempt) => retryDelayMs('forbidden', attempt))).toEqual([600_000, 86_400_000])
  })

  it.each([
    ['soon', ['token', 'rate', 'quota', 'away', 'unclear']],
    [
      'later',
      [
        'grant-ended',
        'permission',
        'not-registered',
        'operator-premium',
        'premium',
        'forbidden',
        'gone',
        'full',
        'bad-request',
        'app-refused',
        'sign-in',
      ],
    ],
  ] as const)('L7 %s: %j', (retry, expected) => {
    expect(providerFailures.filter((failure) => failurePolicy[failure].retry === retry)).toEqual(expected)
  })

  it('L5 use another account only if the failure concerns the account', () => {
    expect(providerFailures.filter((failure) => failurePolicy[failure].concerns === 'account')).toEqual([
      'token',
      'grant-ended',
      'permission',
      'not-registered',
      'premium',
    ])
  })
})
