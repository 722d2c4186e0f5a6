import type { Account, Answer } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { type Loads, runLoads } from './loads.ts'

const fine = async (): Promise<Answer<unknown>> => ({ ok: true, value: [] })
const refused: Answer<never> = {
  ok: false,
  status: 503,
  retryAfterSec: null,
  error: { code: 'database-away', message: '' },
}
const account: Account = {
  id: '1',
  service: 'spotify',
  access_token: 't',
  refresh_token: '',
  valid_until: 1,
  selected_playlists: 0,
  title: 'Ann',
  detail: '',
  name: 'Ann',
  status: 'ok',
}
const loads = (changes: Partial<Loads> = {}): Loads => ({
  refresh: fine,
  invites: fine,
  playlists: fine,
  friends: fine,
  accounts: async () => ({ ok: true, value: [account] }),
  ...changes,
})

const run = async (changes: Partial<Loads>) => {
  const percents: number[] = []
  const outcome = await runLoads(loads(changes), (percent) => percents.push(percent))
  return { outcome, percents }
}

describe('the loader (spec section 4)', () => {
  it('counts the refresh, three lists and the accounts up to 100 percent, then leads to the app', async () => {
    const { outcome, percents } = await run({})
    expect(percents).toEqual([20, 40, 60, 80, 100])
    expect(outcome).toEqual({ next: 'app' })
  })

  it('L5 leads to onboarding when no account is linked', async () => {
    const { outcome } = await run({ accounts: async () => ({ ok: true, value: [] }) })
    expect(outcome).toEqual({ next: 'onboarding' })
  })

  it('A2 stops when the refresh is refused', async () => {
    const { outcome, percents } = await run({ refresh: async () => refused, invites: () => Promise.reject() })
    expect(outcome).toEqual({ next: 'failed', refused })
    expect(percents).toEqual([])
  })

  it('E3 returns the reason when a list fails, and stays below 100 percent', async () => {
    const { outcome, percents } = await run({ friends: async () => refused })
    expect(outcome).toEqual({ next: 'failed', refused })
    expect(Math.max(...percents)).toBeLessThan(100)
  })

  it('E3 returns the reason when the accounts fail', async () => {
    const { outcome } = await run({ accounts: async () => refused })
    expect(outcome).toEqual({ next: 'failed', refused })
  })
})
