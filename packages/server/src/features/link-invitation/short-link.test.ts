import type { Policy } from '@jointly/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { granted, link, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'

describe('a short link', () => {
  let server: TestServer
  let ann: Person
  beforeAll(async () => {
    server = await startTestServer(databases[0])
    ann = await server.signUp('ann')
    await link(ann, 'ann')
  })
  afterAll(() => server.close())

  async function create(title = 'Kitchen') {
    const { id: ssid } = await granted(
      ann.call('createSession', { body: { title, managed: false, isPrivate: false } }),
    )
    const { session } = await granted(ann.call('session', { params: { ssid } }))
    return { ssid, code: session.code }
  }
  const setPolicy = async (ssid: string, policy: Policy) => {
    const { version } = await granted(ann.call('options', { params: { ssid } }))
    return granted(ann.call('saveOptions', { params: { ssid }, body: { version, policy } }))
  }
  async function page(code: string, language = 'en') {
    const { status, headers, text } = await server.raw('GET', `/s/${encodeURIComponent(code)}`, {
      headers: { 'accept-language': language },
    })
    return { status, headers, html: text, tags: metaTags(text), forwardsTo: forward(text) }
  }

  it('J4 describes an open session to messengers and forwards people to it', async () => {
    const { ssid, code } = await create()
    const { status, headers, tags, forwardsTo, html } = await page(code.toLowerCase())
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(forwardsTo).toBe(`/#/main/${ssid}`)
    expect(html).toContain(`<a href="/#/main/${ssid}">Open the session</a>`)
    expect(tags).toMatchObject({
      'og:title': 'Kitchen',
      'og:description': '\u2068ann\u2069 invites you to listen together.',
      'og:image': `${server.address}/icon-512.png`,
      'og:url': `${server.address}/s/${code}`,
    })
  })

  it('J4 names the song that plays', async () => {
    const { ssid, code } = await create()
    const { data } = await granted(ann.call('songs', { query: { query: 'a' } }))
    await granted(ann.call('voteUp', { params: { ssid }, body: { songID: data[0]?.id ?? '' } }))
    const { song } = await granted(ann.call('play', { params: { ssid } }))
    const text = (await page(code)).tags['og:description'] ?? ''
    expect(text).toContain(`Now playing: \u2068${song?.title}\u2069 by `)
    expect(text).toContain('1 person is in this session.')
    const german = (await page(code, 'de')).tags['og:description'] ?? ''
    expect(german).toContain(`Es läuft: \u2068${song?.title}\u2069 von `)
    expect(german).toContain('1 Person ist in dieser Session.')
  })

  it('W3 J4 is in the language of the visitor, also without an open session', async () => {
    const { code } = await create('Küche <b>')
    const { html, headers, tags } = await page(code, 'de-CH,de;q=0.9,en;q=0.8')
    expect(headers.get('vary')).toBe('Accept-Language')
    expect(html).toContain('<html lang="de">')
    expect(html).toContain('>Session öffnen</a>')
    expect(html).not.toContain('<b>')
    expect(tags['og:description']).toBe('\u2068ann\u2069 lädt dich ein, gemeinsam Musik zu hören.')
    const unknown = await page('ZZZZZ4', 'es')
    expect([unknown.status, unknown.headers.get('vary')]).toEqual([404, 'Accept-Language'])
    expect(unknown.html).toContain('<html lang="es">')
    expect(unknown.html).toContain('<h1>Ninguna sesión abierta tiene este código</h1>')
    expect(unknown.tags['og:description']).toBe('Escuchar música juntos nunca fue tan fácil.')
  })

  it('J4 shows the drawn cover of the song that plays as a JPEG, but not of a closed session', async () => {
    // The server waits only a second for the provider, and a busy machine may need longer.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    const { ssid, code } = await create()
    const { data } = await granted(ann.call('songs', { query: { query: 'a' } }))
    await granted(ann.call('voteUp', { params: { ssid }, body: { songID: data[0]?.id ?? '' } }))
    await granted(ann.call('play', { params: { ssid } }))
    const address = (await page(code)).tags['og:image'] ?? ''
    expect(address.startsWith(`${server.address}/s/${code}/cover.jpg?`)).toBe(true)
    const picture = await fetch(address)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await picture.bytes()).subarray(0, 3)).toEqual(new Uint8Array([0xff, 0xd8, 0xff]))
    await setPolicy(ssid, 'invite')
    expect((await fetch(address)).status).toBe(404)
    expect((await fetch(`${server.address}/s/nonsense/cover.jpg`)).status).toBe(404)
  })

  it('J4 shows the icon while nothing plays', async () => {
    const { code } = await create()
    const picture = await fetch(`${server.address}/s/${code}/cover.jpg`, { redirect: 'manual' })
    expect([picture.status, picture.headers.get('location')]).toEqual([302, '/icon-512.png'])
  })

  it('J4 has no scripts, and its policy allows none', async () => {
    const { code } = await create()
    const { headers, html } = await page(code)
    expect(html).not.toContain('<script')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain(`default-src 'none'`)
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain('script-src')
  })

  it('J4 escapes hostile titles and keeps them from changing the text around them', async () => {
    const hostile = `"><script>x</script><meta http-equiv='refresh' content='0;//evil'> &amp; שלום`
    const { ssid, code } = await create(hostile)
    const { html, tags, forwardsTo } = await page(code)
    expect(html).not.toContain('<script')
    expect(html.match(/http-equiv="refresh"/g)).toHaveLength(1)
    expect(forwardsTo).toBe(`/#/main/${ssid}`)
    expect(tags['og:title']).toBe(hostile)
    expect(html).toContain('<h1 dir="auto">')
    await server.db
      .updateTable('sessions')
      .set({ title: 'abc\u202Egnp.exe\u0000\n\u2067d' })
      .where('id', '=', ssid)
      .execute()
    expect((await page(code)).tags['og:title']).toBe('abc gnp.exe d')
  })

  it('J4 S2 closed, deleted and unknown sessions have the same general page, which forwards to the code field', async () => {
    const closed = await create('Secret')
    await setPolicy(closed.ssid, 'invite')
    const strict = await create('Secret')
    await setPolicy(strict.ssid, 'strict')
    const deleted = await create('Secret')
    await granted(ann.call('deleteSession', { params: { ssid: deleted.ssid } }))
    const pages = new Set<string>()
    for (const code of [closed.code, strict.code, deleted.code, 'ZZZZZ2']) {
      const { status, html, tags, forwardsTo } = await page(code)
      const shown = `${code.slice(0, 3)}-${code.slice(3)}`
      expect([status, forwardsTo]).toEqual([404, `/#/join?unknown=${shown}`])
      expect(tags['og:title']).toBe('Jointly')
      pages.add(html.replaceAll(shown, ''))
    }
    expect([...pages]).toEqual([expect.not.stringContaining('Secret')])
  })

  it('J4 a mistyped code forwards to the code field too, shortened and escaped', async () => {
    for (const [typed, unknown] of [
      ['ABC23O', 'ABC-23O'],
      ['"><script>', '%22%3E%3C-SCRIPT%3E'],
      ['A'.repeat(150), `AAA-${'A'.repeat(9)}`],
      // The emoji has two UTF-16 units. The cut after 12 units removes the second one.
      [`${'a'.repeat(11)}😀`, `AAA-${'A'.repeat(8)}%EF%BF%BD`],
    ] as const) {
      const { status, html, forwardsTo } = await page(typed)
      expect([status, forwardsTo]).toEqual([404, `/#/join?unknown=${unknown}`])
      expect(html).not.toContain('<script')
    }
  })

  it('J3 J4 says so after too many wrong codes, and forwards nowhere', async () => {
    const { code } = await create()
    const statuses: number[] = []
    for (let tries = 0; tries < 25; tries += 1) statuses.push((await page('ZZZZZ3')).status)
    expect(statuses.at(-1)).toBe(429)
    const { status, headers, html, forwardsTo } = await page(code)
    expect([status, forwardsTo]).toEqual([429, undefined])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(html).toContain('Please wait 10 minutes')
    expect((await page(code, 'de')).html).toContain('Bitte warte 10 Minuten')
    const cover = await fetch(`${server.address}/s/${code}/cover.jpg`)
    expect([cover.status, Number(cover.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('J4 share.shortLink has its address, as long as the session is open by link', async () => {
    const { ssid, code } = await create()
    const { share } = await granted(ann.call('options', { params: { ssid } }))
    expect(share).toMatchObject({
      link: `${server.address}/#/main/${ssid}`,
      shortLink: `${server.address}/s/${code}`,
    })
    const closed = await setPolicy(ssid, 'invite')
    expect(closed.share).toMatchObject({ link: `${server.address}/#/main/${ssid}` })
    expect(closed.share).not.toHaveProperty('shortLink')
  })
})

/** Reads the meta tags of a page by their property, like a messenger. */
function metaTags(html: string): Record<string, string> {
  const tags = [...html.matchAll(/<meta property="([^"]*)" content="([^"]*)">/g)]
  return Object.fromEntries(tags.map(([, name = '', content = '']) => [name, unescapeHtml(content)]))
}

function forward(html: string): string | undefined {
  return /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(html)?.[1]
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}
