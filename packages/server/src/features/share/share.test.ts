import { Share } from '@jointly/contract'
import jsqr from 'jsqr'
import { inflateSync } from 'node:zlib'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { granted, type Person, startTestServer, type TestServer } from '../../testing/test-server.ts'

const DAY_MS = 24 * 60 * 60_000

describe('sharing', () => {
  let server: TestServer
  let ann: Person
  const clock = { ms: Date.UTC(2026, 10, 20, 20) }

  beforeAll(async () => {
    server = await startTestServer(databases[0], { now: () => clock.ms })
    ann = await server.signUp('ann')
  })
  afterAll(() => server.close())

  async function sharedSession(title = 'Kitchen') {
    const { id } = await granted(
      ann.call('createSession', { body: { title, managed: false, isPrivate: false } }),
    )
    const { share } = await granted(ann.call('options', { params: { ssid: id } }))
    return { ssid: id, share: Share.parse(share) }
  }

  async function bytes(address: string) {
    const response = await fetch(new URL(address, server.address))
    return {
      headers: response.headers,
      status: response.status,
      body: Buffer.from(await response.arrayBuffer()),
    }
  }

  it('D3 S1 options have the link with the session id, and the addresses of QR code and poster', async () => {
    const { ssid, share } = await sharedSession()
    expect(share.link).toBe(`${server.address}/#/main/${ssid}`)
    for (const address of [share.qr, share.qrPng, share.pdf, share.pdfLetter])
      expect((await bytes(address)).status).toBe(200)
  })

  it('S1 another decoder reads the link in the PNG of the QR code', async () => {
    const { share } = await sharedSession()
    const { body, headers } = await bytes(share.qrPng)
    expect(headers.get('content-type')).toBe('image/png')
    const { edge, rgba } = pixelsOf(body)
    expect(edge).toBeGreaterThanOrEqual(1024)
    expect(jsqr.default(rgba, edge, edge)?.data).toBe(share.link)
  })

  it('S1 another decoder reads the link in the SVG of the QR code', async () => {
    const { share } = await sharedSession()
    const { body, headers } = await bytes(share.qr)
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(headers.get('content-security-policy')).toContain(`style-src 'unsafe-inline'`)
    const { edge, rgba } = drawn(body.toString())
    expect(jsqr.default(rgba, edge, edge)?.data).toBe(share.link)
  })

  it('a poster is a PDF named after the title, not cached and without scripts', async () => {
    const { share } = await sharedSession('Tanz/Nacht “2026” 渋谷')
    for (const address of [share.pdf, share.pdfLetter]) {
      const { body, headers } = await bytes(address)
      expect(body.subarray(0, 5).toString()).toBe('%PDF-')
      expect(headers.get('content-type')).toBe('application/pdf')
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('content-security-policy')).toBe(`frame-ancestors 'none'`)
      const name = /filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
      expect(decodeURIComponent(name)).toBe('Tanz Nacht “2026” 渋谷.pdf')
    }
    const sizes = await Promise.all(
      [share.pdf, share.pdfLetter].map(async (each) => sizeOf((await bytes(each)).body)),
    )
    expect(sizes).toEqual(['595.28 841.89', '612 792'])
  })

  it('J10 a poster has the short link of an open session, and the link with the id of any other', async () => {
    const { ssid, share } = await sharedSession()
    const linkOf = async () => /\/URI <(\w+)>/.exec((await bytes(share.pdf)).body.toString('latin1'))?.[1]
    const asHex = (link: string | undefined) => Buffer.from(link ?? '').toString('hex')
    expect(await linkOf()).toBe(asHex(share.shortLink))
    const { version } = await granted(ann.call('options', { params: { ssid } }))
    await granted(ann.call('saveOptions', { params: { ssid }, body: { version, policy: 'invite' } }))
    expect(await linkOf()).toBe(asHex(share.link))
  })

  it('S2 a signed address is valid for a day, for one session and one file', async () => {
    const { ssid, share } = await sharedSession()
    const other = await sharedSession('Bath')
    const changed = [
      share.pdf.replace(ssid, other.ssid),
      share.pdf.replace('poster.pdf', 'qr.png'),
      share.pdf.replace(/until=\d+/, 'until=99999999999'),
      share.pdf.replace(/signature=.*/, 'signature=AAAA'),
      share.pdf.replace(/\?.*/, ''),
      share.pdf.replace('poster.pdf', 'toString'),
      share.pdf.replace('?', '?until=1&'),
    ]
    for (const address of changed) expect(await refused(address)).toBe('404 not-found')
    clock.ms += DAY_MS - 60_000
    expect((await bytes(share.pdf)).status).toBe(200)
    clock.ms += 2 * 60 * 60_000
    expect(await refused(share.pdf)).toBe('404 not-found')
  })

  it('W3 a poster is in the language of the app, which the signature covers', async () => {
    const { ssid, share } = await sharedSession()
    const headers = { authorization: `Bearer ${ann.token}`, 'accept-language': 'de' }
    const { text } = await server.raw('GET', `/api/session/${ssid}/options`, { headers })
    const german = z.object({ share: Share }).parse(JSON.parse(text)).share
    const languageOf = async (address: string) =>
      /\/Lang \((\w+)\)/.exec((await bytes(address)).body.toString('latin1'))?.[1]
    expect(await languageOf(share.pdf)).toBe('en')
    for (const address of [german.pdf, german.pdfLetter]) {
      expect(await languageOf(address)).toBe('de')
      for (const changed of [
        address.replace('language=de', 'language=es'),
        address.replace('language=de&', ''),
        address.replace('language=de', 'language=de&language=es'),
      ])
        expect(await refused(changed)).toBe('404 not-found')
    }
    expect(await refused(`${share.pdf}&language=de`)).toBe('404 not-found')
    expect(german.qr).toBe(share.qr)
  })

  it('S2 S6 addresses of a deleted session are not found', async () => {
    const { ssid, share } = await sharedSession()
    await granted(ann.call('deleteSession', { params: { ssid } }))
    for (const address of [share.qr, share.qrPng, share.pdf])
      expect(await refused(address)).toBe('404 not-found')
  })

  async function refused(address: string): Promise<string> {
    const { status, error } = await server.raw('GET', address)
    return `${status} ${error?.code}`
  }
})

/** Reads a PNG with one bit per pixel. */
function pixelsOf(png: Buffer) {
  const edge = png.readUInt32BE(16)
  const data: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const lines = inflateSync(Buffer.concat(data))
  const lineBytes = 1 + Math.ceil(edge / 8)
  return rgbaOf(edge, (x, y) => (((lines[y * lineBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0)
}

/** Draws the SVG of a QR code, four pixels per module. */
function drawn(svg: string) {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map((match) => match.slice(1).map(Number))
  const dark = new Set(
    runs.flatMap(([x = 0, y = 0, length = 0]) => Array.from({ length }, (_, i) => `${x + i} ${y}`)),
  )
  return rgbaOf(modules * 4, (x, y) => dark.has(`${x >> 2} ${y >> 2}`))
}

function rgbaOf(edge: number, isDark: (x: number, y: number) => boolean) {
  const rgba = new Uint8ClampedArray(edge * edge * 4).fill(255)
  for (let i = 0; i < edge * edge; i++)
    if (isDark(i % edge, Math.floor(i / edge))) rgba.fill(0, i * 4, i * 4 + 3)
  return { edge, rgba }
}

function sizeOf(pdf: Buffer): string {
  return /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(pdf.toString('latin1'))?.[1] ?? ''
}
