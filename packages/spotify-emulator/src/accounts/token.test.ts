import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startEmulator, Tokens } from '../testing/test-emulator.ts'

const day = 24 * 3_600_000
const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })

it('exchanges a code once, with the right verifier, for tokens with their scopes', async () => {
  const emulator = await startEmulator()
  const { code, verifier } = await emulator.approve('ann', { scope: 'streaming user-read-private' })
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: emulator.redirectUri,
    client_id: 'public',
    code_verifier: verifier,
  }
  const first = await emulator.tokenRequest(form)
  expect(first.status).toBe(200)
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  expect(Tokens.parse(await first.json())).toMatchObject({
    expires_in: 3600,
    scope: 'streaming user-read-private',
  })
  const second = await emulator.tokenRequest(form)
  expect(second.status).toBe(400)
  expect(await second.json()).toEqual({
    error: 'invalid_grant',
    error_description: 'Invalid authorization code',
  })
})

it('B2 ends the tokens of a code that is used twice, and no others', async () => {
  const emulator = await startEmulator()
  const other = await emulator.link('ann')
  const { code, verifier } = await emulator.approve('ann')
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: emulator.redirectUri,
    client_id: 'public',
    code_verifier: verifier,
  }
  const tokens = Tokens.parse(await (await emulator.tokenRequest(form)).json())
  const me = async (token: string) => (await emulator.call(token, 'GET', '/me')).status
  const foreign = await emulator.tokenRequest(
    { ...form, client_id: 'confidential' },
    basic('confidential', 'hush'),
  )
  expect(foreign.status).toBe(400)
  expect(await me(tokens.access_token)).toBe(200)
  const again = await emulator.tokenRequest({ ...form, code_verifier: 'x'.repeat(43) })
  expect(await again.json()).toMatchObject({ error_description: 'Invalid authorization code' })
  expect(await me(tokens.access_token)).toBe(401)
  const renewal = {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token ?? '',
    client_id: 'public',
  }
  expect((await emulator.tokenRequest(renewal)).status).toBe(400)
  expect(await me(other.access_token)).toBe(200)
})

it.each([
  ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant', 'code_verifier was incorrect'],
  ['another redirect', { redirect_uri: 'http://127.0.0.1/other' }, 'invalid_grant', 'Invalid redirect URI'],
  ['an unknown client', { client_id: 'nobody' }, 'invalid_client', 'Invalid client'],
  ['an unknown grant', { grant_type: '' }, 'unsupported_grant_type', undefined],
])('refuses an exchange with %s', async (_what, changes, error, description) => {
  const emulator = await startEmulator()
  const { code, verifier } = await emulator.approve('ann')
  const response = await emulator.tokenRequest({
    grant_type: 'authorization_code',
    code,
    redirect_uri: emulator.redirectUri,
    client_id: 'public',
    code_verifier: verifier,
    ...changes,
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error,
    ...(description === undefined ? {} : { error_description: description }),
  })
})

it('refuses a code after ten minutes', async () => {
  let nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs })
  const { code, verifier } = await emulator.approve('ann')
  nowMs += 10 * 60_000
  const response = await emulator.tokenRequest({
    grant_type: 'authorization_code',
    code,
    redirect_uri: emulator.redirectUri,
    client_id: 'public',
    code_verifier: verifier,
  })
  expect(await response.json()).toMatchObject({ error_description: 'Authorization code expired' })
})

it('L2 rotates the refresh token of a public client, and ends the grant when one is used twice', async () => {
  const emulator = await startEmulator()
  const { refresh_token: first = '' } = await emulator.link('ann')
  const refresh = (token: string) =>
    emulator.tokenRequest({ grant_type: 'refresh_token', refresh_token: token, client_id: 'public' })
  const renewed = Tokens.parse(await (await refresh(first)).json())
  expect(renewed.refresh_token).not.toBe(first)
  const reused = await refresh(first)
  expect(reused.status).toBe(400)
  expect(await reused.json()).toEqual({ error: 'invalid_grant', error_description: 'Refresh token revoked' })
  expect((await refresh(renewed.refresh_token ?? '')).status).toBe(400)
  expect((await emulator.call(renewed.access_token, 'GET', '/me')).status).toBe(401)
})

it('does not rotate the refresh token of a client with a secret, and requires the secret', async () => {
  const emulator = await startEmulator()
  const { code, verifier } = await emulator.approve('ann', { client_id: 'confidential' })
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: emulator.redirectUri,
    code_verifier: verifier,
  }
  const tokens = Tokens.parse(await (await emulator.tokenRequest(form, basic('confidential', 'hush'))).json())
  const renewal = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
  const renewed = Tokens.parse(
    await (await emulator.tokenRequest(renewal, basic('confidential', 'hush'))).json(),
  )
  expect(renewed.refresh_token).toBeUndefined()
  const bare = await emulator.tokenRequest({ ...renewal, client_id: 'confidential' })
  expect(await bare.json()).toMatchObject({ error: 'invalid_client' })
  const stranger = await emulator.approve('ann', { client_id: 'confidential' })
  const stolen = await emulator.tokenRequest({
    ...form,
    code: stranger.code,
    code_verifier: stranger.verifier,
    client_id: 'confidential',
  })
  expect(await stolen.json()).toMatchObject({ error: 'invalid_client' })
  const wrong = await emulator.tokenRequest(renewal, basic('confidential', 'loud'))
  expect(await wrong.json()).toEqual({ error: 'invalid_client', error_description: 'Invalid client secret' })
})

it('ends a consent after six months, however often it was refreshed', async () => {
  let nowMs = Date.UTC(2026, 0, 1)
  const emulator = await startEmulator({ now: () => nowMs })
  let { refresh_token: token = '' } = await emulator.link('ann')
  const refresh = () =>
    emulator.tokenRequest({ grant_type: 'refresh_token', refresh_token: token, client_id: 'public' })
  for (let month = 0; month < 5; month += 1) {
    nowMs += 30 * day
    token = Tokens.parse(await (await refresh()).json()).refresh_token ?? ''
  }
  nowMs += 33 * day
  expect(await (await refresh()).json()).toEqual({
    error: 'invalid_grant',
    error_description: 'Refresh token revoked',
  })
})

it('L5 issues a token for the app itself, which can search but has no person', async () => {
  const emulator = await startEmulator()
  const granted = await emulator.tokenRequest(
    { grant_type: 'client_credentials' },
    basic('confidential', 'hush'),
  )
  const { access_token, refresh_token } = Tokens.parse(await granted.json())
  expect(refresh_token).toBeUndefined()
  expect((await emulator.call(access_token, 'GET', '/search?q=blue&type=track')).status).toBe(200)
  expect((await emulator.call(access_token, 'GET', '/me')).status).toBe(401)
  const publicly = await emulator.tokenRequest({ grant_type: 'client_credentials', client_id: 'public' })
  expect(publicly.status).toBe(400)
})

it('keeps links after a restart, and stores no readable token', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'provider-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const before = await startEmulator({ dataDir })
  const { refresh_token: token = '', access_token } = await before.link('ann')
  await before.stop()
  const stored = readFileSync(join(dataDir, 'provider.sqlite'), 'latin1')
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(access_token)
  const after = await startEmulator({ dataDir })
  expect((await after.call(access_token, 'GET', '/me')).status).toBe(200)
  const renewed = await after.tokenRequest({
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: 'public',
  })
  expect(renewed.status).toBe(200)
})

it('L3 ends the grant when the app revokes the refresh token', async () => {
  const emulator = await startEmulator()
  const { refresh_token: token = '', access_token } = await emulator.link('ann')
  expect((await emulator.revoke({ token })).status).toBe(200)
  expect((await emulator.call(access_token, 'GET', '/me')).status).toBe(401)
  const renewal = { grant_type: 'refresh_token', refresh_token: token, client_id: 'public' }
  expect((await emulator.tokenRequest(renewal)).status).toBe(400)
})

it('B1 an app can use, end and continue only its own grants', async () => {
  const emulator = await startEmulator()
  const { refresh_token: token = '', access_token } = await emulator.link('ann')
  const theirs = basic('confidential', 'hush')
  const renewal = { grant_type: 'refresh_token', refresh_token: token }
  expect((await emulator.tokenRequest(renewal, theirs)).status).toBe(400)
  const body = new URLSearchParams({ token })
  await fetch(`${emulator.base}/accounts/api/revoke`, { method: 'POST', headers: theirs, body })
  const { code, verifier } = await emulator.approve('ann', { client_id: 'confidential' })
  const exchange = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: emulator.redirectUri,
    code_verifier: verifier,
    former_refresh_token: token,
  }
  const other = Tokens.parse(await (await emulator.tokenRequest(exchange, theirs)).json())
  const [mine, his] = [
    await emulator.call(access_token, 'GET', '/me'),
    await emulator.call(other.access_token, 'GET', '/me'),
  ]
  expect([mine.status, his.status]).toEqual([200, 200])
  expect(his.json).not.toEqual(mine.json)
})

it('L15 creates an account for a name, without a consent page, only for a client with a secret', async () => {
  const emulator = await startEmulator()
  const form = { grant_type: 'jointly_direct', name: 'Robin', scope: 'streaming playlist-read-private' }
  const asHost = basic('confidential', 'hush')
  const response = await emulator.tokenRequest(form, asHost)
  const { access_token, scope } = Tokens.parse(await response.json())
  expect(scope).toBe(form.scope)
  expect((await emulator.call(access_token, 'GET', '/me')).json).toMatchObject({ display_name: 'Robin' })
  const refusals = [
    await emulator.tokenRequest({ ...form, client_id: 'public' }),
    await emulator.tokenRequest(form, basic('confidential', 'wrong')),
    await emulator.tokenRequest({ ...form, name: ' ' }, asHost),
    await emulator.tokenRequest({ ...form, name: 'x'.repeat(41) }, asHost),
    await emulator.tokenRequest({ ...form, scope: 'everything' }, asHost),
  ]
  const errors = await Promise.all(refusals.map(async (refused) => [refused.status, await refused.json()]))
  expect(errors).toMatchObject([
    [400, { error: 'unauthorized_client' }],
    [400, { error: 'invalid_client' }],
    [400, { error: 'invalid_request' }],
    [400, { error: 'invalid_request' }],
    [400, { error: 'invalid_scope' }],
  ])
})
