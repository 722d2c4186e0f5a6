import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuse } from '../../refusal.ts'
import { refusalPage } from './refusal-page.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

describe('a wrong address', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it('E4 shows a person a page with a way to the start', async () => {
    for (const path of ['/nowhere', '/s', '/share/x/y', '/assets/old.js', '/%zz', '/api-nowhere']) {
      const { status, headers, text } = await server.raw('GET', path, { headers: asBrowser })
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(text).toContain('<a href="/">To the start</a>')
      expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
    }
  })

  it('W2 the pages of the server name no font that they do not load', async () => {
    const { text } = await server.raw('GET', '/nowhere', { headers: asBrowser })
    expect(text.match(/font(?:-family)?: [^;}]*/g)).toEqual(['font: 16px/1.5 system-ui, sans-serif '])
  })

  it('W2 a page that is not in a frame has the theme of the system, also its background', async () => {
    for (const path of ['/nowhere', '/s/ABCDEFGH']) {
      const { text } = await server.raw('GET', path, { headers: asBrowser })
      expect(text).toContain('color-scheme: light dark')
      expect(text).toMatch(/body \{[^}]*background: var\(--page\)/)
    }
  })

  it('W3 E4 the page is in the language of the visitor', async () => {
    const shown = async (path: string, language: string) => {
      const headers = { ...asBrowser, 'accept-language': language }
      const answer = await server.raw('GET', path, { headers })
      expect(answer.headers.get('vary')).toBe('Accept-Language')
      return answer.text
    }
    const german = await shown('/nowhere', 'de')
    for (const words of ['<html lang="de">', '<h1>Diese Seite gibt es nicht</h1>', '>Zum Start</a>'])
      expect(german).toContain(words)
    expect(await shown('/nowhere', 'fr')).toContain('<h1>This page does not exist</h1>')
    expect(await shown('/share/x/y', 'es')).toContain('<p>Esta dirección ha caducado.')
  })

  it('W3 a text that exists only in English is marked as English', () => {
    const page = refusalPage(refuse('forbidden', { message: 'Set "PUBLIC_ORIGIN" <here>' }), 'de')
    expect(page).toContain(
      '<h1>Das hat nicht geklappt</h1>\n<p lang="en">Set &#34;PUBLIC_ORIGIN&#34; &#60;here&#62;</p>',
    )
    expect(refusalPage(refuse('rate-limited'), 'de')).toContain(
      '<p>Zu viele Versuche. Bitte warte ein wenig.</p>',
    )
  })

  it('E1 E4 stays JSON below /api, for other methods, and for programs', async () => {
    for (const [method, path, headers] of [
      ['GET', '/api/nowhere', asBrowser],
      ['GET', '/api', asBrowser],
      ['POST', '/nowhere', asBrowser],
      ['GET', '/nowhere', { accept: '*/*' }],
      ['GET', '/nowhere', {}],
    ] as const)
      expect([path, (await server.raw(method, path, { headers })).error?.code]).toEqual([path, 'not-found'])
  })
})
