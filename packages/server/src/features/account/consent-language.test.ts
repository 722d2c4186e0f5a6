import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { databases } from '../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
afterEach(() => server.close())

/** Starts to link an account from an app with this language. @returns the address of the consent page */
async function consentAddress(language: string): Promise<URL> {
  const { token } = await server.signUp('ann')
  const { text } = await server.raw('POST', '/api/accounts/connect', {
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-language': language,
    },
    body: JSON.stringify({ service: 'spotify' }),
  })
  return new URL(z.object({ url: z.string() }).parse(JSON.parse(text)).url)
}

it('W3 the consent page gets the language of the app, whatever the browser prefers', async () => {
  server = await startTestServer()
  const address = await consentAddress('de')
  expect(address.searchParams.get('ui_locales')).toBe('de')
  const page = await fetch(address, { headers: { 'accept-language': 'es' } })
  expect(await page.text()).toContain('<html lang="de">')
})

it('W3 Spotify gets no parameter that it does not document', async () => {
  server = await startTestServer(databases[0], {}, { SPOTIFY_CLIENT_ID: 'an-app' })
  const { origin, searchParams } = await consentAddress('de')
  expect(origin).toBe('https://accounts.spotify.com')
  expect([...searchParams.keys()]).not.toContain('ui_locales')
})
