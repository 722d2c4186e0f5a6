import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { openApi } from './openapi.ts'
import { addressOf, type Route } from './route.ts'
import { Title } from './primitives.ts'
import { routes } from './routes.ts'

const answering = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const seen: { url: string; init: RequestInit }[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    seen.push({ url: url instanceof Request ? url.url : String(url), init: init ?? {} })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  }
  return { seen, fetch }
}

const sentHeaders = (init: RequestInit | undefined) => new Headers(init?.headers)

describe('the call table', () => {
  it('has each method and path once', () => {
    const calls = Object.values<Route>(routes).map((route) => `${route.method} ${route.path}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('encodes the values in an address', () => {
    expect(addressOf(routes.claimTicket, { params: { code: 'a/b' } })).toBe('/api/ticket/a%2Fb')
    expect(addressOf(routes.songs, { query: { query: 'Björk & co', ssid: undefined } })).toBe(
      '/api/song?query=Bj%C3%B6rk+%26+co',
    )
  })

  it('has an OpenAPI description of each row', () => {
    const operations = Object.values(openApi('1.0.0').paths).flatMap((path) => Object.values(path))
    expect(operations).toHaveLength(Object.keys(routes).length)
  })
})

describe('a session title', () => {
  it('S3 has 1 to 80 characters after trimming', () => {
    for (const title of ['a', ' Kitchen ', '🎵'.repeat(80), '雨の日', 'שירים', '👩‍👧'])
      expect([title, Title.safeParse(title)]).toMatchObject([title, { success: true, data: title.trim() }])
    for (const title of ['', '  ', 'a'.repeat(81), '🎵'.repeat(81)])
      expect([title, Title.safeParse(title).success]).toEqual([title, false])
  })

  it('S3 is visible, and contains no character that changes the text around it', () => {
    for (const title of ['\u200B\u200C', '\u3164', '\u2800', '\u0301', '\uFE0F'])
      expect([title, Title.safeParse(title).success]).toEqual([title, false])
    for (const title of ['a\u0000', 'a\nb', '\uD83Dx', 'abc\u202Egnp', '\u2067a'])
      expect([title, Title.safeParse(title).success]).toEqual([title, false])
  })
})

describe('the client', () => {
  it('A1 sends the stored token, and no header if there is no token or the text is null', async () => {
    for (const [token, header] of [
      ['secret', 'Bearer secret'],
      ['null', null],
      [null, null],
    ] as const) {
      const { seen, fetch } = answering(200, { status: 'ok' })
      await createClient({ fetch, baseUrl: '', token: () => token })('health')
      expect(sentHeaders(seen[0]?.init).get('authorization')).toBe(header)
    }
  })

  it('W3 sends the language of the app', async () => {
    for (const [language, header] of [
      ['de', 'de'],
      ['', null],
    ] as const) {
      const { seen, fetch } = answering(200, { status: 'ok' })
      await createClient({ fetch, baseUrl: '', token: () => null, language: () => language })('health')
      expect(sentHeaders(seen[0]?.init).get('accept-language')).toBe(header)
    }
  })

  it('counts every status from 200 to 299 as a success, and no other', async () => {
    const wasOk = async (status: number) => {
      const { fetch } = answering(status, { status: 'ok' })
      return (await createClient({ fetch, baseUrl: '', token: () => null })('health')).ok
    }
    for (const status of [200, 201, 202, 299]) expect([status, await wasOk(status)]).toEqual([status, true])
    for (const status of [300, 302, 400, 404, 500])
      expect([status, await wasOk(status)]).toEqual([status, false])
  })

  it('has no timeout of its own, and passes on the signal of the caller', async () => {
    const { seen, fetch } = answering(200, { status: 'ok' })
    const health = createClient({ fetch, baseUrl: '', token: () => null })
    const { signal } = new AbortController()
    await health('health')
    await health('health', { signal })
    expect(seen.map(({ init }) => init.signal)).toEqual([undefined, signal])
  })

  it('E1 returns a refusal as a value with its fields and the time to wait', async () => {
    const error = { code: 'invalid', message: 'no', fields: { username: 'username' } }
    const { fetch } = answering(422, { error }, { 'retry-after': '7' })
    const answer = await createClient({ fetch, baseUrl: '', token: () => null })('login', {
      body: { username: 'x', password: 'y' },
    })
    expect(answer).toEqual({ ok: false, status: 422, retryAfterSec: 7, error })
  })

  /** Makes a call with the given `fetch` and returns `ok` or the code of its error. */
  const outcome = async (fetch: typeof globalThis.fetch) => {
    const answer = await createClient({ fetch, baseUrl: '', token: () => null })('health')
    return answer.ok ? 'ok' : answer.error.code
  }

  it('distinguishes aborted calls, timeouts, network failures and unreadable answers', async () => {
    const throwing = (error: Error) => async () => Promise.reject(error)
    expect(await outcome(throwing(new DOMException('', 'AbortError')))).toBe('aborted')
    expect(await outcome(throwing(new DOMException('', 'TimeoutError')))).toBe('timeout')
    expect(await outcome(throwing(new TypeError('fetch failed')))).toBe('network')
    expect(await outcome(answering(200, '<html>').fetch)).toBe('unreadable')
    expect(await outcome(answering(502, 'Bad gateway').fetch)).toBe('unreadable')
  })

  it('E3 a call after its time limit is a timeout also if fetch reports an abort, as older browsers do', async () => {
    const fetch = async () => Promise.reject(new DOMException('', 'AbortError'))
    const signal = AbortSignal.abort(new DOMException('', 'TimeoutError'))
    const answer = await createClient({ fetch, baseUrl: '', token: () => null })('health', { signal })
    expect(answer).toMatchObject({ ok: false, error: { code: 'timeout' } })
  })

  it('a connection that breaks or is aborted during an answer does not count as unreadable', async () => {
    const breaking = (error: Error) => async () => {
      const body = new ReadableStream({ start: (controller) => controller.error(error) })
      return new Response(body)
    }
    expect(await outcome(breaking(new DOMException('', 'AbortError')))).toBe('aborted')
    expect(await outcome(breaking(new TypeError('terminated')))).toBe('network')
  })
})
