import { expect, it } from 'vitest'
import { redirectParams, visit } from '../testing/consent.ts'
import { containing, startEmulator, Tokens } from '../testing/test-emulator.ts'
import { lists } from '../testing/tone-library.ts'

it('L1 redirects with a code and the unchanged state after Allow', async () => {
  const emulator = await startEmulator()
  const { html, submit, verifier } = await visit(emulator)
  expect(html).toContain('Ann')
  const answer = await submit({ decision: 'allow', person: 'ann' })
  expect(answer.status).toBe(302)
  expect(redirectParams(answer).get('state')).toBe('some state & more')
  const tokens = await emulator.tokenRequest({
    grant_type: 'authorization_code',
    code: redirectParams(answer).get('code') ?? '',
    redirect_uri: emulator.redirectUri,
    client_id: 'public',
    code_verifier: verifier,
  })
  const { access_token } = Tokens.parse(await tokens.json())
  expect((await emulator.call(access_token, 'GET', '/me')).json).toMatchObject({
    display_name: 'Ann',
  })
})

it('redirects with access_denied and the state after Deny', async () => {
  const { submit } = await visit(await startEmulator())
  const result = redirectParams(await submit({ decision: 'deny', person: 'ann' }))
  expect(Object.fromEntries(result)).toEqual({ error: 'access_denied', state: 'some state & more' })
})

it('D9 a listener who is already linked can be chosen like any other', async () => {
  const emulator = await startEmulator()
  await emulator.link('ann')
  const { html, submit } = await visit(emulator)
  expect(html).not.toContain('Taken')
  expect((await submit({ decision: 'allow', person: 'ann' })).status).toBe(302)
})

it('creates an account for a typed name, with its spelling and starter playlists', async () => {
  const emulator = await startEmulator()
  const { submit, verifier } = await visit(emulator)
  const answer = await submit({ decision: 'allow', name: '  Žofie   <b> ' })
  const tokens = await emulator.tokenRequest({
    grant_type: 'authorization_code',
    code: redirectParams(answer).get('code') ?? '',
    redirect_uri: emulator.redirectUri,
    client_id: 'public',
    code_verifier: verifier,
  })
  const { access_token } = Tokens.parse(await tokens.json())
  expect((await emulator.call(access_token, 'GET', '/me')).json).toMatchObject({
    id: containing('zofie-b-'),
    display_name: 'Žofie <b>',
  })
  expect((await emulator.call(access_token, 'GET', '/me/playlists')).json).toMatchObject({ total: 1 })
})

it.each([
  ['nobody chosen', {}, 'Please choose someone'],
  ['an empty name', { person: 'new', name: '  ' }, 'Please type a name'],
  ['a name that is too long', { name: 'x'.repeat(41) }, 'Please type a name'],
  ['somebody who is not here', { person: 'zoe' }, 'not here any more'],
])('shows the form again with a notice for %s', async (_what, form: Record<string, string>, words) => {
  const { submit } = await visit(await startEmulator())
  const answer = await submit({ decision: 'allow', ...form })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain(words)
})

it('accepts the form only once, from the visitor and the page it was shown on', async () => {
  const emulator = await startEmulator()
  const { submit, cookie } = await visit(emulator)
  const stranger = await visit(emulator)
  expect((await submit({ decision: 'allow', person: 'ann' }, {})).status).toBe(400)
  expect((await submit({ decision: 'allow', person: 'ann' }, { cookie: stranger.cookie })).status).toBe(400)
  expect(
    (await submit({ decision: 'allow', person: 'ann' }, { cookie, 'sec-fetch-site': 'cross-site' })).status,
  ).toBe(400)
  expect((await submit({ decision: 'allow', person: 'ann' })).status).toBe(302)
  expect((await submit({ decision: 'allow', person: 'ann' })).status).toBe(400)
})

it('cannot be framed, runs no inline script, and escapes all texts', async () => {
  const { page, submit } = await visit(await startEmulator())
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe-inline')
  expect(page.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
  const again = await submit({ decision: 'allow', person: 'new', name: `"><script>${'x'.repeat(40)}` })
  expect(await again.text()).not.toContain('"><script>x')
})

it.each([
  ['an unknown client', { client_id: 'nobody' }, 'INVALID_CLIENT: Invalid client'],
  [
    'another path',
    { redirect_uri: 'http://127.0.0.1:1234/callback' },
    'INVALID_CLIENT: Invalid redirect URI',
  ],
  [
    'another site',
    { redirect_uri: 'https://evil.example/callback/spotify' },
    'INVALID_CLIENT: Invalid redirect URI',
  ],
  ['no address', { redirect_uri: null }, 'INVALID_CLIENT: Invalid redirect URI'],
  [
    'localhost',
    { redirect_uri: 'http://localhost:3000/callback/spotify' },
    'INVALID_CLIENT: Insecure redirect URI',
  ],
  [
    'a LAN address over http',
    { redirect_uri: 'http://192.168.1.2/callback/spotify' },
    'INVALID_CLIENT: Insecure redirect URI',
  ],
  ['the retired scope', { scope: 'streaming user-read-birthdate' }, 'Illegal scope'],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'code_challenge_method must be S256'],
  [
    'a challenge that is no hash',
    { code_challenge: 'x'.repeat(44) },
    'code_challenge must be the base64url of a SHA-256',
  ],
  [
    'no challenge from a public client',
    { code_challenge: null },
    'code_challenge is required for this client',
  ],
])('refuses %s on the page, without a redirect', async (_what, changes, words) => {
  const emulator = await startEmulator()
  const response = await fetch(emulator.authorizeUrl(changes).url, { redirect: 'manual' })
  expect([response.status, await response.text()]).toEqual([400, words])
})

it('B5 redirects to the callback of its own origin, and to registered addresses exactly', async () => {
  const emulator = await startEmulator({
    clients: [{ id: 'public', redirectUris: ['https://music.example/callback', 'http://127.0.0.1/cb'] }],
  })
  const status = async (redirectUri: string): Promise<number> =>
    (await fetch(emulator.authorizeUrl({ redirect_uri: redirectUri }).url)).status
  expect(await status(emulator.redirectUri)).toBe(200)
  expect(await status('http://127.0.0.1:4321/callback/spotify')).toBe(400)
  expect(await status('http://[::1]:4321/callback/spotify')).toBe(400)
  // Every port is allowed, as at the real service, because the registered loopback address has no port.
  expect(await status('http://127.0.0.1:4321/cb')).toBe(200)
  expect(await status('https://music.example/callback')).toBe(200)
  expect(await status('https://music.example/callback/')).toBe(400)
  const lan = await startEmulator({ publicOrigin: 'http://192.168.1.2:3000' })
  const { url } = lan.authorizeUrl({ redirect_uri: 'http://192.168.1.2:3000/callback/spotify' })
  expect((await fetch(url)).status).toBe(200)
})

it('B5 login_as approves a known listener at once, and only when the host allows it', async () => {
  const emulator = await startEmulator()
  expect((await emulator.approve('ben')).code).not.toBe('')
  const unknown = await fetch(emulator.authorizeUrl({ login_as: 'zoe' }).url, { redirect: 'manual' })
  expect(unknown.status).toBe(400)
  const production = await startEmulator({ loginAs: false })
  const page = await fetch(production.authorizeUrl({ login_as: 'ben' }).url, { redirect: 'manual' })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
})

it('B5 an app gets only its own scopes, whatever the request asks for', async () => {
  const emulator = await startEmulator({
    clients: [{ id: 'public', scopes: ['streaming', 'user-read-private'] }],
  })
  const answer = async (scope: string) => {
    const response = await fetch(emulator.authorizeUrl({ scope }).url)
    return [response.status, response.status === 400 ? await response.text() : '']
  }
  expect(await answer('streaming user-read-private')).toEqual([200, ''])
  expect(await answer('streaming playlist-modify-private')).toEqual([400, 'Illegal scope'])
})

it('B5 a request for the page stores nothing, and its parameters are limited', async () => {
  const emulator = await startEmulator()
  const status = async (changes: Record<string, string>) =>
    (await fetch(emulator.authorizeUrl(changes).url)).status
  expect(await status({ state: 'x'.repeat(1024) })).toBe(200)
  const refused = await fetch(emulator.authorizeUrl({ state: 'x'.repeat(1025) }).url)
  expect([refused.status, await refused.text()]).toEqual([400, 'state is longer than 1024 characters'])
  expect(await status({ redirect_uri: `${emulator.redirectUri}?${'x'.repeat(1024)}` })).toBe(400)
  expect(await status({ scope: 'streaming '.repeat(200) })).toBe(400)

  const { submit, cookie } = await visit(emulator, { state: 'ü'.repeat(1024) })
  expect((await submit({ decision: 'allow', name: 'x'.repeat(9000) })).status).toBe(400)
  expect(redirectParams(await submit({ decision: 'allow', person: 'ann' })).get('state')).toBe(
    'ü'.repeat(1024),
  )
  const forged = { request: `${Buffer.from('{}').toString('base64url')}.x`, decision: 'allow', person: 'ann' }
  const body = new URLSearchParams(forged)
  const answer = await fetch(`${emulator.base}/accounts/authorize`, {
    method: 'POST',
    headers: { cookie },
    body,
  })
  expect(answer.status).toBe(400)
})

it('B5 a page is valid for half an hour', async () => {
  let nowMs = Date.now()
  const emulator = await startEmulator({ now: () => nowMs })
  const { submit } = await visit(emulator)
  nowMs += 30 * 60_000
  expect((await submit({ decision: 'allow', person: 'ann' })).status).toBe(400)
})

it('B5 the page is the same for everyone, whatever people stored', async () => {
  const emulator = await startEmulator()
  const shown = async () => (await visit(emulator)).html.replace(/name="request" value="[^"]+"/, '')
  const before = await shown()
  const { access_token } = await emulator.link('ann')
  await emulator.call(access_token, 'PUT', `/playlists/${lists.mornings.id}/items`, { uris: [] })
  await emulator.call(access_token, 'POST', '/me/playlists', { name: 'Another taste' })
  expect(await shown()).toBe(before)
})
