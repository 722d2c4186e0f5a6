import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sharp } from '../../platform/pictures/decoders.ts'
import { createDrawnCovers } from './drawn-cover.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#c02040"/></svg>'
const answers: Record<string, [type: string, body: string]> = {
  '/spotify/drawing': ['image/svg+xml', drawing],
  '/spotify/photo': ['image/jpeg', 'a photo'],
  '/spotify/huge': ['image/svg+xml', drawing.padEnd(300 * 1024)],
  '/spotify/large': [
    'image/svg+xml',
    drawing.replace('width="64" height="64"', 'width="2100" height="2100"'),
  ],
  '/spotify/broken': ['image/svg+xml', '<svg'],
  '/elsewhere/drawing': ['image/svg+xml', drawing],
}

describe('a drawn cover', () => {
  let asked: string[] = []
  let isAway = false
  const server = http.createServer(({ url = '' }, response) => {
    asked.push(url)
    const answer = answers[url]
    if (isAway || !answer) response.writeHead(503).end()
    else response.writeHead(200, { 'content-type': answer[0] }).end(answer[1])
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

  it('J4 becomes a JPEG once, also for messengers that come together', async () => {
    asked = []
    const covers = createDrawnCovers(() => origin)
    const [one, other] = await Promise.all([
      covers.picture('/spotify/drawing'),
      covers.picture('/spotify/drawing'),
    ])
    expect(await sharp(one ?? Buffer.alloc(0)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 600,
      height: 600,
    })
    expect(other).toBe(one)
    expect(await covers.picture('/spotify/drawing')).toBe(one)
    expect(asked).toEqual(['/spotify/drawing'])
  })

  it.each([
    '/spotify/photo',
    '/spotify/huge',
    '/spotify/large',
    '/spotify/broken',
    '/spotify/gone',
    '/elsewhere/drawing',
  ])('J4 renders no %s', async (cover) => {
    expect(await createDrawnCovers(() => origin).picture(cover)).toBeNull()
  })

  it('J4 is tried again when the provider is back', async () => {
    const covers = createDrawnCovers(() => origin)
    isAway = true
    expect(await covers.picture('/spotify/drawing')).toBeNull()
    isAway = false
    expect(await covers.picture('/spotify/drawing')).not.toBeNull()
  })
})
