import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'

const CLIENT_ID = 'bench'

/** Returns the text of the first group for each match of a pattern. */
const textsOf = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? '')

/** A listener at the built-in provider, with an account and a player like that of a page. */
export type ProviderListener = {
  /** Returns ids of different songs. */
  songs(count: number): Promise<string[]>
  /** Returns the address of a song's sound. */
  addressOf(trackId: string): Promise<string>
  close(): void
}

/** Consents as a new person and registers a player. @param base the address of the provider, with its path */
export async function newListener(base: string, name: string): Promise<ProviderListener> {
  const token = await consent(base, name)
  const socket = new WebSocket(`${base.replace('http', 'ws')}/dealer`)
  await once(socket, 'open')
  const deviceId = randomBytes(20).toString('hex')
  socket.send(JSON.stringify({ type: 'hello', token, deviceId, name, volumePercent: 50 }))
  await once(socket, 'message')
  return {
    async songs(count) {
      const ids = new Set<string>()
      for (const letter of 'aeiounrst') for (const id of await found(base, token, letter)) ids.add(id)
      if (ids.size < count) throw new Error(`only ${ids.size} songs found`)
      return [...ids].slice(0, count)
    },
    async addressOf(trackId) {
      const { promise, resolve } = Promise.withResolvers<string>()
      const onMessage = (data: WebSocket.RawData): void => {
        const text = data instanceof Buffer ? data.toString('utf8') : ''
        const [address] = textsOf(/"streamUrl":"([^"]+)"/g, text)
        if (address !== undefined) resolve(new URL(address, base).href)
      }
      socket.on('message', onMessage)
      socket.send(JSON.stringify({ type: 'stream', trackId }))
      const address = await promise
      socket.off('message', onMessage)
      return address
    },
    close: () => socket.close(),
  }
}

/** Returns the ids of the first 40 results of a search. */
async function found(base: string, token: string, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; offset < 40; offset += 10) {
    const search = new URLSearchParams({ q: query, type: 'track', limit: '10', offset: String(offset) })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${base}/api/v1/search?${search.toString()}`, { headers })
    ids.push(...textsOf(/"uri":"spotify:track:(\w{22})"/g, await answer.text()))
  }
  return ids
}

/** Enters a name on the consent page and consents. @returns the access token */
async function consent(base: string, name: string): Promise<string> {
  const redirectUri = `${new URL(base).origin}/callback/spotify`
  const verifier = randomBytes(40).toString('base64url')
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'streaming user-read-private user-read-playback-state user-modify-playback-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const page = await fetch(`${base}/accounts/authorize?${query.toString()}`)
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
  const request = /name="request" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const allowed = await fetch(`${base}/accounts/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ request, decision: 'allow', name }),
  })
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const exchange = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: CLIENT_ID,
    code_verifier: verifier,
  }
  const body = new URLSearchParams(exchange)
  const answer = await fetch(`${base}/accounts/api/token`, { method: 'POST', body })
  const [token] = textsOf(/"access_token":"([^"]+)"/g, await answer.text())
  if (token === undefined) throw new Error('the provider gives no token')
  return token
}
