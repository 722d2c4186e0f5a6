import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { createConsent } from './accounts/consent.ts'
import type { createTokenEndpoint } from './accounts/token.ts'
import type { createApi } from './api/api.ts'
import type { Presenter } from './api/present.ts'
import type { Control } from './control/control.ts'
import { type Answer, closedHeaders, html, json, noContent, send, text } from './http/answer.ts'
import { corsHeaders } from './http/cors.ts'
import type { Place } from './http/exchange.ts'
import { sendAudio } from './http/range.ts'
import type { Collection } from './library/collection.ts'
import type { Library, PictureOf } from '@jointly/music-library'
import { openPage } from './open/open-page.ts'
import type { StreamAddresses } from './player/stream-address.ts'
import type { StreamSlots } from './player/stream-slots.ts'
import type { Grants } from './store/grants.ts'
import { playerScript, silence } from './sdk/script.ts'

type Faces = {
  readonly basePath: string
  readonly collection: Collection
  readonly library: Library
  readonly grants: Grants
  readonly streams: StreamAddresses
  readonly slots: StreamSlots
  readonly api: ReturnType<typeof createApi>
  readonly consent: ReturnType<typeof createConsent>
  readonly tokens: ReturnType<typeof createTokenEndpoint>
  readonly control: Control | null
}

const asset = (name: string, contentType: string): Answer => ({
  status: 200,
  headers: { 'content-type': contentType, 'cache-control': 'no-cache' },
  body: readFileSync(new URL(name, import.meta.url), 'utf8'),
})
const notFound = text(404, 'Not found')
const tooManyStreams: Answer = { ...text(429, 'Too many streams'), headers: { 'retry-after': '1' } }
const pictureKinds: readonly string[] = ['album', 'playlist', 'artist', 'person'] satisfies PictureOf[]
const isPictureKind = (kind: string): kind is PictureOf => pictureKinds.includes(kind)

/** Which face of the provider a path belongs to. */
export function createFaces(faces: Faces) {
  const { collection, consent, tokens, control, grants, streams } = faces
  const assets: Readonly<Record<string, Answer>> = {
    '/accounts/consent.css': asset('accounts/page/browser/consent.css', 'text/css; charset=utf-8'),
    '/accounts/people.css': asset('accounts/page/browser/people.css', 'text/css; charset=utf-8'),
    '/open/open.css': asset('open/open.css', 'text/css; charset=utf-8'),
    '/accounts/consent.js': asset('accounts/page/browser/consent.js', 'text/javascript; charset=utf-8'),
    '/sdk/spotify-player.js': {
      status: 200,
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        ...publicHeaders,
      },
      body: playerScript(),
    },
    '/sdk/silence.wav': {
      status: 200,
      headers: { 'content-type': 'audio/wav', 'cache-control': 'public, max-age=86400', ...publicHeaders },
      body: silence(),
    },
  }

  const picture = async (path: string): Promise<Answer> => {
    const [, kind = '', id = ''] = /^\/pictures\/([a-z]+)\/([\w.~-]+)\/\d+$/.exec(path) ?? []
    const found = isPictureKind(kind) ? await collection.picture(kind, id) : undefined
    if (found === undefined) return notFound
    return {
      status: 200,
      headers: {
        'content-type': found.contentType,
        'cache-control': 'public, max-age=86400',
        // A picture may come from a stranger's file: it never runs as a document.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        ...publicHeaders,
      },
      body: found.body,
    }
  }

  const page = (path: string): Answer => {
    const [, type = '', id = ''] = /^\/open\/([a-z]+)\/([\w.~-]+)$/.exec(path) ?? []
    const found = openPage(collection, faces.basePath, type, id)
    const policy =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    return found === undefined ? notFound : html(found, { 'content-security-policy': policy })
  }

  const audio = async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: Place,
  ): Promise<void> => {
    const trackId = path.slice('/audio/'.length)
    const grantId = streams.grantOf(trackId, query)
    if (grantId === null || grants.find(grantId) === undefined)
      return send(response, text(403, 'Forbidden'), publicHeaders)
    const source = await collection.open(trackId)
    if (source === undefined) return send(response, notFound, publicHeaders)
    if (request.method !== 'HEAD' && !(await faces.slots.take(grantId, response)))
      return send(response, tooManyStreams, publicHeaders)
    const own = { ...source, read: (start: number, end: number) => source.read(start, end, grantId) }
    await sendAudio(request, response, own, {
      ...closedHeaders,
      ...publicHeaders,
      'cache-control': 'private, max-age=43200',
    })
  }

  const accounts = async (request: IncomingMessage, { path, query, origin }: Place): Promise<Answer> => {
    const call = `${request.method === 'HEAD' ? 'GET' : request.method} ${path}`
    switch (call) {
      case 'GET /accounts/authorize':
        return consent.show(request, query, origin)
      case 'POST /accounts/authorize':
        return consent.answer(request)
      case 'POST /accounts/api/token':
        return tokens.token(request)
      case 'POST /accounts/api/revoke':
        return tokens.revoke(request)
      case 'OPTIONS /accounts/api/token':
      case 'OPTIONS /accounts/api/revoke':
        return noContent
      default:
        return notFound
    }
  }

  return async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    place: Place,
    present: Presenter,
  ): Promise<void> {
    const { path } = place
    const fixed = assets[path]
    if (fixed !== undefined) return send(response, fixed)
    if (path.startsWith('/api/v1/')) {
      return send(
        response,
        await faces.api(request, path.slice('/api/v1'.length), place.query, present),
        corsHeaders,
      )
    }
    if (path.startsWith('/audio/')) return audio(request, response, place)
    if (path.startsWith('/pictures/')) return send(response, await picture(path))
    if (path.startsWith('/accounts/')) {
      return send(
        response,
        await accounts(request, place),
        path.startsWith('/accounts/api/') ? corsHeaders : {},
      )
    }
    if (path.startsWith('/open/')) return send(response, page(path))
    if (path === '/status') return send(response, json(faces.library.scan()))
    if (control !== null && path.startsWith('/__emu/')) return send(response, await control(request, path))
    send(response, notFound)
  }
}

/** Sound and pictures are used from the app's page, which may be on another origin than the provider. */
const publicHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
