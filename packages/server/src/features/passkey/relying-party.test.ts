import { createClient } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { makeCredential, useCredential } from '../../testing/software-authenticator.ts'
import { granted, refusal, startTestServer } from '../../testing/test-server.ts'
import { relyingPartyOf } from './relying-party.ts'

describe('the host name of passkeys', () => {
  it.each([
    ['https://music.example.org', 'http://10.0.0.1:3000', 'music.example.org'],
    ['https://music.example.org:8443', 'http://127.0.0.1:3000', 'music.example.org'],
    ['http://localhost:3000', 'http://evil.example', 'localhost'],
    [null, 'http://localhost:3000', 'localhost'],
    [null, 'http://jointly.localhost:3000', 'jointly.localhost'],
  ])('A12 with the public origin %s and asked at %s is %s', (publicOrigin, origin, id) => {
    expect(relyingPartyOf(publicOrigin, origin)).toEqual({ id, origin: publicOrigin ?? origin })
  })

  it.each([
    ['http://music.example.org', 'http://localhost:3000'],
    ['https://192.168.0.7', 'http://localhost:3000'],
    ['https://[2001:db8::1]', 'http://localhost:3000'],
    [null, 'http://127.0.0.1:3000'],
    [null, 'http://[::1]:3000'],
    [null, 'https://evil.example'],
    [null, 'no address'],
  ])('A12 with the public origin %s and asked at %s there is none', (publicOrigin, origin) => {
    expect(relyingPartyOf(publicOrigin, origin)).toBeNull()
  })
})

describe('availability of passkeys', () => {
  it('A12 without a public origin, only localhost has passkeys and an IP address has none', async () => {
    const server = await startTestServer()
    const { port } = new URL(server.address)
    const origin = `http://localhost:${port}`
    const { token } = await server.signUp('ann')
    const call = createClient({ fetch, baseUrl: origin, token: () => token })
    const { credential, answer } = makeCredential(await granted(call('passkeyOptions', { body: {} })), origin)
    await granted(call('addPasskey', { body: { name: 'Key', credential: answer } }))
    const used = useCredential(credential, await granted(call('passkeyLoginOptions')), origin)
    await granted(call('passkeyLogin', { body: { credential: used } }))

    const byAddress = server.clientOf(token)
    expect((await granted(byAddress('passkeys'))).rpId).toBeNull()
    expect(await refusal(byAddress('passkeyLoginOptions'))).toBe('409 no-passkeys')
    expect(await refusal(byAddress('passkeyOptions', { body: {} }))).toBe('409 no-passkeys')
    await server.close()
  })
})
