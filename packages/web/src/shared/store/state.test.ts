import { describe, expect, it } from 'vitest'
import { emptyState, parseState } from './state.ts'

const user = {
  id: '3f2c1f9e-7f0a-4a57-9d2b-0d9d3b1f6a01',
  username: 'ann',
  email: 'ann@example.org',
  level: 0,
}
const active = { id: '1', token: 'secret' }

describe('reading the stored state back', () => {
  it('reads what was written, as one flat object', () => {
    const state = { ...emptyState, user, active, account_props: [{ device_id: null, devices: [] }] }
    expect(parseState(JSON.stringify(state))).toEqual(state)
  })

  it('is empty when the stored text is missing, not JSON or not an object', () => {
    for (const stored of [null, '', '{', 'null', '[]', '7', '"text"'])
      expect(parseState(stored)).toEqual(emptyState)
  })

  it('drops an invalid field and keeps the others', () => {
    const stored = JSON.stringify({
      user,
      active: { token: 7 },
      invites: [{ title: 'old' }],
      votes: 'none',
      other: 1,
    })
    expect(parseState(stored)).toEqual({ ...emptyState, user })
  })

  it('L2 never keeps a refresh token', () => {
    const account = {
      id: 'a',
      service: 'spotify',
      access_token: 't',
      refresh_token: 'stolen',
      valid_until: 1,
    }
    expect(parseState(JSON.stringify({ accounts: [account] })).accounts).toEqual([])
  })
})
