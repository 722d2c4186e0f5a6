import { describe, expect, it } from 'vitest'
import { type StartOptions, startWithRetries } from './start-with-retries.ts'
import { type CommandRefusal, readRefusal } from './trouble.ts'
import type { CommandResult } from '../provider/web-api.ts'

const OK: CommandResult = { ok: true }
const no = (refusal: CommandRefusal): CommandResult => ({ ok: false, ...refusal })

const SONG_MS = 180_000

/** Starts a song. The provider returns these answers in order, and then repeats the last answer. */
async function start(answers: readonly CommandResult[], more: Partial<StartOptions> = {}) {
  const calls: string[] = []
  const waits: number[] = []
  const reported: string[] = []
  let elapsedMs = 0
  let played = 0
  const result = await startWithRetries({
    api: {
      async play(deviceId, _uri, positionMs) {
        calls.push(`play ${deviceId} ${positionMs}`)
        return answers[Math.min(played++, answers.length - 1)] ?? OK
      },
      async transfer(deviceId) {
        calls.push(`transfer ${deviceId}`)
        return OK
      },
    },
    uri: 'spotify:track:one',
    deviceId: 'here',
    positionMs: () => elapsedMs,
    async wait(ms) {
      waits.push(ms)
      elapsedMs += ms
    },
    findDevice: async () => void calls.push('find'),
    replaceToken: async () => 'new',
    onTrouble: (trouble) => reported.push(trouble),
    // The song ends after `SONG_MS`.
    isCurrent: () => elapsedMs < SONG_MS,
    ...more,
  })
  return { result, calls, waits, reported }
}

describe('starting a song at the provider', () => {
  it('P4 one command with a position starts it', async () => {
    expect(await start([OK])).toEqual({
      result: { ok: true },
      calls: ['play here 0'],
      waits: [],
      reported: [],
    })
  })

  it('P8 an unknown device is searched, made active and tried again with growing waits', async () => {
    const { result, waits, calls, reported } = await start([no({ reason: 'no-device' })])
    expect(result).toEqual({ ok: false, trouble: null })
    expect(waits.slice(0, 6)).toEqual([400, 800, 1_600, 3_200, 4_000, 4_000])
    expect(calls.slice(0, 4)).toEqual(['play here 0', 'find', 'transfer here', 'play here 400'])
    expect(new Set(reported)).toEqual(new Set(['no-device']))
  })

  it('P9 a device that is gone is not made active', async () => {
    let isCurrent = true
    const { calls } = await start([no({ reason: 'no-device' })], {
      findDevice: async () => void (isCurrent = false),
      isCurrent: () => isCurrent,
    })
    expect(calls).toEqual(['play here 0'])
  })

  it('P7 each attempt starts at the position that the session has by then', async () => {
    const { calls } = await start([no({ reason: 'away' }), no({ reason: 'rate' }), OK])
    expect(calls).toEqual(['play here 0', 'play here 200', 'play here 5200'])
  })

  it('L9 a refused token is replaced, and the call names the refused token', async () => {
    const refused: string[] = []
    const { result, waits, reported } = await start([no({ reason: 'token', token: 'old' }), OK], {
      async replaceToken(token) {
        refused.push(token)
        return 'new'
      },
    })
    expect(result.ok).toBe(true)
    expect([refused, waits, reported]).toEqual([['old'], [], []])
  })

  it('L9 a token that is refused twice is tried again with growing waits', async () => {
    const answers = [1, 2, 3].map(() => no({ reason: 'token', token: 'old' }))
    const { result, waits, reported } = await start([...answers, OK])
    expect(result.ok).toBe(true)
    expect(waits).toEqual([2_000, 4_000])
    expect(reported).toEqual(['token', 'token'])
    const none = await start([no({ reason: 'token', token: 'old' }), OK], {
      replaceToken: async () => 'later',
    })
    expect([none.result.ok, none.waits]).toEqual([true, [1_000]])
  })

  it('L9 only an ended link asks the person to connect again', async () => {
    const { result } = await start([no({ reason: 'token', token: 'old' })], {
      replaceToken: async () => 'ended',
    })
    expect(result).toEqual({ ok: false, trouble: 'grant-ended' })
  })

  it.each(['premium', 'not-registered', 'operator-premium', 'permission', 'unavailable'] as const)(
    'P8 %s is reported at once and not tried again',
    async (reason) => {
      expect(await start([no({ reason })])).toMatchObject({
        result: { ok: false, trouble: reason },
        waits: [],
      })
    },
  )

  it('P8 a song that is refused as already playing is not available', async () => {
    expect((await start([no({ reason: 'already' })])).result).toEqual({ ok: false, trouble: 'unavailable' })
  })

  it.each([
    ['away', 200, 4_000],
    ['offline', 1_000, 4_000],
    ['rate', 5_000, 30_000],
    ['quota', 30_000, 30_000],
  ] as const)(
    'P8 %s is tried again with growing waits for as long as the song plays',
    async (reason, firstMs, longestMs) => {
      const { result, waits, reported } = await start([no({ reason })])
      expect(result).toEqual({ ok: false, trouble: null })
      expect(waits[0]).toBe(firstMs)
      for (const [index, waitMs] of waits.entries())
        expect(waitMs).toBe(Math.min(longestMs, firstMs * 2 ** index))
      expect(waits.reduce((sum, waitMs) => sum + waitMs, 0)).toBeGreaterThanOrEqual(SONG_MS)
      expect(new Set(reported)).toEqual(new Set([reason]))
    },
  )

  it('P8 a song whose start fails for a minute plays after that', async () => {
    const answers = Array.from({ length: 19 }, () => no({ reason: 'away' }))
    const { result, calls } = await start([...answers, OK])
    expect(result).toEqual({ ok: true })
    expect(calls.at(-1)).toBe('play here 62200')
  })

  it('P8 a failure of less than a second shows no message', async () => {
    expect((await start([no({ reason: 'away' }), no({ reason: 'away' }), OK])).reported).toEqual([])
  })

  it('P8 a wait of a second shows the message', async () => {
    expect((await start([no({ reason: 'offline' }), OK])).reported).toEqual(['offline'])
  })

  it('P4 a start that is no longer current ends without a trouble', async () => {
    expect((await start([OK], { isCurrent: () => false })).result).toEqual({ ok: false, trouble: null })
  })
})

describe("the provider's refusals", () => {
  it.each([
    [
      403,
      '{"error":{"status":403,"message":"Player command failed: Premium required","reason":"PREMIUM_REQUIRED"}}',
      'premium',
    ],
    [
      403,
      'Check settings on developer.spotify.com/dashboard, the user may not be registered.',
      'not-registered',
    ],
    [403, 'Active premium subscription required for the owner of the app.', 'operator-premium'],
    [403, '{"error":{"status":403,"message":"Insufficient client scope"}}', 'permission'],
    [403, '{"error":{"status":403,"message":"Forbidden"}}', 'unavailable'],
    [
      403,
      '{"error":{"status":403,"message":"Player command failed: Restriction violated","reason":"UNKNOWN"}}',
      'already',
    ],
    [404, '{"error":{"status":404,"message":"Device not found"}}', 'no-device'],
    [401, '{"error":{"status":401,"message":"The access token expired"}}', 'token'],
    [429, 'Too many requests', 'rate'],
    [429, '{"error":{"status":429,"message":"Too many requests","reason":"QUOTA_EXCEEDED"}}', 'quota'],
    [502, '', 'away'],
    [0, '', 'offline'],
    [400, 'invalid id', 'unavailable'],
  ])('P8 %i %s is %s', (status, text, reason) => {
    expect(readRefusal(status, text, 'a token').reason).toBe(reason)
  })
})
