import { describe, expect, it } from 'vitest'
import {
  closedAfterEach,
  emptyFolder,
  examine,
  NOBODY_LISTENS,
  of,
  worst,
} from '../../testing/doctor-setup.ts'
import { scriptedService, type ScriptedAnswer } from '../../testing/scripted-service.ts'

const onClose = closedAfterEach()
const statesOf = (settings: Record<string, string>) => examine(emptyFolder(onClose), settings)

describe('O7 the doctor at the streaming service', () => {
  async function asked(answers: Record<string, ScriptedAnswer>, settings: Record<string, string> = {}) {
    const service = await scriptedService(answers)
    onClose(service.close)
    const addresses = { SPOTIFY_ACCOUNTS_BASE: service.origin, SPOTIFY_API_BASE: `${service.origin}/v1` }
    return statesOf({
      SPOTIFY_CLIENT_ID: 'an-app',
      SPOTIFY_CLIENT_SECRET: 'its-secret',
      ...addresses,
      ...settings,
    })
  }
  const token = { json: { access_token: 'app-token', token_type: 'Bearer', expires_in: 3600 } }

  it('O7 finds nothing wrong if client id and secret are right and a search works', async () => {
    const findings = await asked({ '/api/token': token, '/v1/search': { json: {} } })
    expect(of('streaming', findings).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
  })

  it('O7 reads at most a megabyte of an answer', async () => {
    const findings = await asked({ '/api/token': { status: 400, text: 'x'.repeat(1_100_000) } })
    expect(worst('streaming', findings)?.text).toContain('the answer has more than 1048576 bytes')
  })

  it.each([
    ['a wrong secret', { status: 400, json: { error: 'invalid_client' } }, 'refuses SPOTIFY_CLIENT_ID'],
    ['a failure of its own', { status: 502, text: '' }, 'itself fails'],
  ])('O7 names %s', async (_what, answer, text) => {
    expect(worst('streaming', await asked({ '/api/token': answer }))?.text).toContain(text)
  })

  it.each([
    [
      'an owner without Premium',
      { status: 403, text: 'Active premium subscription required for the owner of the app.' },
      'no Premium',
    ],
    [
      'a quota that is used up',
      {
        status: 429,
        headers: { 'retry-after': '3600' },
        json: { error: { status: 429, message: 'API quota exceeded', reason: 'QUOTA_EXCEEDED' } },
      },
      'quota of the app is used up until',
    ],
    [
      'a limit of calls',
      { status: 429, headers: { 'retry-after': '7' }, text: 'Too many requests' },
      'slow down',
    ],
    [
      'an app that may not search',
      { status: 403, json: { error: { status: 403, message: 'Forbidden' } } },
      'Forbidden',
    ],
  ])('O7 names %s', async (_what, answer, text) => {
    expect(worst('streaming', await asked({ '/api/token': token, '/v1/search': answer }))?.text).toContain(
      text,
    )
  })

  it.each(['99999999999999999', '1e300', 'Infinity', '-1', '0'])(
    'O7 names a used up quota without a time if the service asks to wait %s s',
    async (seconds) => {
      const json = { error: { status: 429, message: 'API quota exceeded', reason: 'QUOTA_EXCEEDED' } }
      const limited = { status: 429, headers: { 'retry-after': seconds }, json }
      expect(worst('streaming', await asked({ '/api/token': token, '/v1/search': limited }))).toMatchObject({
        state: 'problem',
        text: 'The quota of the app is used up.',
      })
    },
  )

  it('O7 compares the clock of a server with SQLite with that of the service', async () => {
    const clockAt = async (date: Date) => {
      const dated = { ...token, headers: { date: date.toUTCString() } }
      const findings = await asked({ '/api/token': token, '/v1': dated, '/v1/search': { json: {} } })
      return of('clock', findings)
    }
    expect(await clockAt(new Date())).toMatchObject([{ state: 'ok' }])
    expect(await clockAt(new Date(Date.now() - 90_000))).toMatchObject([
      { state: 'problem', text: expect.stringContaining('ahead of that of the streaming service') },
    ])
    const undated = await asked({ '/api/token': token, '/v1': { headers: { date: 'soon' } } })
    expect(of('clock', undated)).toMatchObject([{ state: 'skipped' }])
  })

  it('O7 accepts an app without a secret, and reports an unknown app', async () => {
    const without = { SPOTIFY_CLIENT_SECRET: '' }
    const known = await asked({ '/api/token': { status: 400, json: { error: 'invalid_grant' } } }, without)
    expect(worst('streaming', known)).toBeUndefined()
    const unknown = await asked({ '/api/token': { status: 400, json: { error: 'invalid_client' } } }, without)
    expect(worst('streaming', unknown)).toMatchObject({ state: 'problem' })
  })

  it('O7 checks the built-in service, and reports one that does not answer', async () => {
    const look = async (status: number) => {
      const service = await scriptedService({ '/spotify/status': { status } })
      onClose(service.close)
      return worst('streaming', await statesOf({ PORT: new URL(service.origin).port }))
    }
    expect(await look(200)).toBeUndefined()
    expect(await look(503)).toMatchObject({ state: 'problem' })
  })

  it('O7 reports that nothing answers at the address of the service', async () => {
    const findings = await statesOf({
      SPOTIFY_CLIENT_ID: 'an-app',
      SPOTIFY_ACCOUNTS_BASE: `http://${NOBODY_LISTENS}`,
    })
    expect(worst('streaming', findings)?.text).toContain('cannot be reached')
  })

  it('O7 reports a redirect address that Spotify does not accept', async () => {
    const service = await scriptedService({ '/api/token': { status: 400, json: { error: 'invalid_grant' } } })
    onClose(service.close)
    const findings = await statesOf({
      SPOTIFY_CLIENT_ID: 'an-app',
      SPOTIFY_ACCOUNTS_BASE: service.origin,
      PUBLIC_ORIGIN: 'http://localhost:3000',
    })
    expect(worst('streaming', findings)?.fix).toBe(
      'Use the number in place of the name: PUBLIC_ORIGIN=http://127.0.0.1:3000',
    )
  })
})
