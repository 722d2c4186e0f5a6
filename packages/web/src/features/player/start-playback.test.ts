import { describe, expect, it } from 'vitest'
import { type StartPorts, startPlayback } from './start-playback.ts'
import { type ProviderRefusal, refusalOf } from './trouble.ts'
import type { Device, Told } from './web-api.ts'

const OK: Told = { ok: true }
const no = (refusal: ProviderRefusal): Told => ({ ok: false, ...refusal })

/** Starts a song at a provider that answers as listed; the last answer stays. */
async function start(answers: readonly Told[], more: Partial<StartPorts> & { devices?: Device[] } = {}) {
  const done: string[] = []
  const waits: number[] = []
  let elapsedMs = 0
  let calls = 0
  const result = await startPlayback({
    api: {
      async play(deviceId, _uri, positionMs) {
        done.push(`play ${deviceId} ${positionMs}`)
        return answers[Math.min(calls++, answers.length - 1)] ?? OK
      },
      async transfer(deviceId) {
        done.push(`transfer ${deviceId}`)
        return OK
      },
      devices: async () => more.devices ?? [],
      pause: async () => OK,
    },
    uri: 'spotify:track:one',
    device: { id: 'here', name: 'Jointly' },
    positionMs: () => elapsedMs,
    async wait(ms) {
      waits.push(ms)
      elapsedMs += ms
    },
    refreshToken: async () => true,
    isCurrent: () => true,
    ...more,
  })
  return { result, done, waits }
}

describe('starting a song at the provider', () => {
  it('P4 one command with a position starts it', async () => {
    expect(await start([OK])).toEqual({
      result: { ok: true, deviceId: 'here' },
      done: ['play here 0'],
      waits: [],
    })
  })

  it('P8 a device that is not known yet is looked up, made active and tried after 400, 800 and 1200 ms', async () => {
    const { result, waits, done } = await start([no({ why: 'no-device' })], {
      devices: [
        { id: 'kitchen', name: 'Kitchen', isRestricted: false },
        { id: 'renamed', name: 'Jointly', isRestricted: false },
      ],
    })
    expect(result).toEqual({ ok: false, trouble: 'no-device' })
    expect(waits).toEqual([400, 800, 1200])
    expect(done.slice(0, 3)).toEqual(['play here 0', 'transfer renamed', 'play renamed 400'])
  })

  it('P7 time goes on while attempts fail, so every attempt starts further on', async () => {
    const { done } = await start([no({ why: 'away' }), no({ why: 'limit' }), OK])
    expect(done).toEqual(['play here 0', 'play here 200', 'play here 5200'])
  })

  it('L2 a refused token is renewed once', async () => {
    expect((await start([no({ why: 'token' }), OK])).result.ok).toBe(true)
    expect((await start([no({ why: 'token' })])).result).toEqual({ ok: false, trouble: 'reconnect' })
  })

  it('P8 no Premium, or not let in, is told at once', async () => {
    expect((await start([no({ why: 'premium' })])).result).toEqual({ ok: false, trouble: 'premium' })
    expect((await start([no({ why: 'already' })])).result).toEqual({ ok: false, trouble: 'unavailable' })
  })

  it('P8 a provider that stays away is given up', async () => {
    const { result, waits } = await start([no({ why: 'away' })])
    expect(result).toEqual({ ok: false, trouble: 'away' })
    expect(waits).toHaveLength(5)
  })

  it('P4 a start that is no longer wanted ends silently', async () => {
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
      'not-allowed',
    ],
    [403, 'Active premium subscription required for the owner of the app.', 'not-allowed'],
    [403, '{"error":{"status":403,"message":"Insufficient client scope"}}', 'reconnect'],
    [
      403,
      '{"error":{"status":403,"message":"Player command failed: Restriction violated","reason":"UNKNOWN"}}',
      'already',
    ],
    [404, '{"error":{"status":404,"message":"Device not found"}}', 'no-device'],
    [401, '{"error":{"status":401,"message":"The access token expired"}}', 'token'],
    [429, 'Too many requests', 'limit'],
    [502, '', 'away'],
    [0, '', 'offline'],
    [400, 'invalid id', 'unavailable'],
  ])('P8 %i %s is %s', (status, text, why) => {
    expect(refusalOf(status, text).why).toBe(why)
  })
})
