import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { APP_ICON, previewPicture } from './link-preview-picture.ts'

const DRAWN = '/s/ABC234/cover.jpg'

const types: Record<string, string> = {
  '/spotify/drawing': 'image/svg+xml',
  '/spotify/photo': 'image/jpeg',
  '/spotify/painting': 'image/png',
  '/elsewhere/photo': 'image/png',
}

describe('the picture of a preview', () => {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${path}`)
    response.writeHead(types[path] ? 200 : 404, { 'content-type': types[path] ?? 'image/png' }).end()
  })
  let origin = ''
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  })
  // The server waits only a second for the provider, and a busy machine may need longer.
  beforeEach(() => void vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal))
  afterAll(() => void server.close())

  it('J4 is the cover, or the address of its JPEG if it is a drawing', async () => {
    for (const cover of ['/spotify/photo', '/spotify/painting', 'https://i.scdn.co/image/1'])
      expect(await previewPicture(cover, DRAWN, origin)).toBe(cover)
    expect(await previewPicture('/spotify/drawing', DRAWN, origin)).toBe(DRAWN)
    for (const cover of ['/spotify/gone', null])
      expect([cover, await previewPicture(cover, DRAWN, origin)]).toEqual([cover, APP_ICON])
  })

  it('J4 asks nobody but the built-in provider', async () => {
    asked.length = 0
    for (const cover of ['/elsewhere/photo', `${origin}/spotify/photo`, '//evil.example/spotify/photo'])
      expect([cover, await previewPicture(cover, DRAWN, origin)]).toEqual([cover, APP_ICON])
    expect(asked).toEqual([])
  })

  it('J4 is the icon while the provider is away', async () => {
    expect(await previewPicture('/spotify/photo', DRAWN, 'http://127.0.0.1:1')).toBe(APP_ICON)
  })
})
