import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PictureOf } from '@jointly/music-library'
import type { ConsentPage } from './accounts/consent.ts'
import type { TokenEndpoint } from './accounts/token.ts'
import type { Presenter } from './api/presenter.ts'
import type { WebApiServer } from './api/web-api-server.ts'
import { staticFiles } from './static-files.ts'
import type { FaultApi } from './control/fault-api.ts'
import { corsHeaders, publicHeaders, soundHeaders, soundPreflightHeaders } from './http/cors.ts'
import { languageOf } from './http/language.ts'
import { satisfiesIfMatch, sendAudio } from './http/range.ts'
import type { RequestTarget } from './http/request-target.ts'
import { html, type HttpResponse, json, noContent, securityHeaders, send, text } from './http/response.ts'
import type { Collection } from './library/collection.ts'
import { packetRequest, packetResponse } from './player/song-packets.ts'
import type { StreamLimiter } from './player/stream-limiter.ts'
import type { StreamUrlSigner } from './player/signed-stream-urls.ts'
import { publicPage } from './public-page/public-page.ts'
import type { Grants } from './store/grants.ts'

/** The parts of the provider that answer requests. */
type Endpoints = {
  readonly webApi: WebApiServer
  readonly consent: ConsentPage
  readonly tokens: TokenEndpoint
  /** The routes that switch faults on for tests. Null if these routes are disabled. */
  readonly faultApi: FaultApi | null
}

type RouterOptions = {
  readonly basePath: string
  readonly collection: Collection
  readonly scanState: () => unknown
  readonly grants: Grants
  readonly streamUrls: StreamUrlSigner
  readonly streamLimiter: StreamLimiter
  readonly endpoints: Endpoints
}

const notFound = text(404, 'Not found')
const opening: HttpResponse = { ...text(503, 'Service unavailable'), headers: { 'retry-after': '1' } }
const tooManyStreams: HttpResponse = { ...text(429, 'Too many streams'), headers: { 'retry-after': '1' } }
/**
 * The cache header of songs. Browsers may cache a song for half a day, which is as long as its address is valid.
 */
const songHeaders = { 'cache-control': 'private, max-age=43200' }
const pictureKinds: readonly string[] = ['album', 'playlist', 'artist', 'person'] satisfies PictureOf[]
const isPictureKind = (kind: string): kind is PictureOf => pictureKinds.includes(kind)

/** Calls the part of the provider that handles the path of a request. */
export class Router {
  #options
  #files

  constructor(options: RouterOptions) {
    this.#options = options
    this.#files = staticFiles()
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    present: Presenter,
  ): Promise<void> {
    const { path } = target
    if (path.startsWith('/audio/')) return this.#serveAudio(request, response, target)
    const isCors = path.startsWith('/api/v1/') || path.startsWith('/accounts/api/')
    send(response, await this.#respond(request, target, present), isCors ? corsHeaders : {})
  }

  #respond(
    request: IncomingMessage,
    target: RequestTarget,
    present: Presenter,
  ): HttpResponse | Promise<HttpResponse> {
    const { path, query } = target
    const { endpoints, scanState } = this.#options
    const file = this.#files[path]
    if (file !== undefined) return file(request)
    if (path.startsWith('/api/v1/'))
      return endpoints.webApi.handle({ request, path: path.slice('/api/v1'.length), query, present })
    if (path.startsWith('/pictures/')) return this.#picture(path)
    if (path.startsWith('/accounts/')) return this.#accounts(request, target)
    if (path.startsWith('/open/')) return this.#publicPage(request, path)
    if (path === '/status') return json(scanState())
    if (endpoints.faultApi !== null && path.startsWith('/__emu/')) return endpoints.faultApi(request, path)
    return notFound
  }

  #accounts(
    request: IncomingMessage,
    { path, query, origin }: RequestTarget,
  ): HttpResponse | Promise<HttpResponse> {
    const { consent, tokens } = this.#options.endpoints
    switch (`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`) {
      case 'GET /accounts/authorize':
        return consent.show(request, query, origin)
      case 'POST /accounts/authorize':
        return consent.submit(request)
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

  async #picture(path: string): Promise<HttpResponse> {
    const [, kind = '', id = ''] = /^\/pictures\/([a-z]+)\/([\w.~-]+)\/\d+$/.exec(path) ?? []
    const picture = isPictureKind(kind) ? await this.#options.collection.picture(kind, id) : undefined
    if (picture === undefined) return notFound
    return {
      status: 200,
      headers: {
        'content-type': picture.contentType,
        'cache-control': 'public, max-age=86400',
        // This policy forbids scripts in a picture. A picture may come from an untrusted file, and a person may
        // open it as a page.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
        ...publicHeaders,
      },
      body: picture.body,
    }
  }

  #publicPage(request: IncomingMessage, path: string): HttpResponse {
    const [, type = '', id = ''] = /^\/open\/([a-z]+)\/([\w.~-]+)$/.exec(path) ?? []
    const { collection, basePath } = this.#options
    const language = languageOf(null, request.headers['accept-language'])
    const page = publicPage(collection, { type, id }, { basePath, language })
    const policy =
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
    return page === undefined
      ? notFound
      : html(page, { vary: 'Accept-Language', 'content-security-policy': policy })
  }

  async #serveAudio(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: RequestTarget,
  ): Promise<void> {
    if (request.method === 'OPTIONS') return send(response, noContent, soundPreflightHeaders)
    const { collection, grants, streamUrls, streamLimiter } = this.#options
    const trackId = path.slice('/audio/'.length)
    const grantId = streamUrls.verify(trackId, query)
    if (grantId === null || grants.find(grantId) === undefined)
      return send(response, text(403, 'Forbidden'), publicHeaders)
    if (!collection.isOpen()) return send(response, opening, publicHeaders)
    const source = await collection.open(trackId)
    if (source === undefined) return send(response, notFound, publicHeaders)
    if (!satisfiesIfMatch(source, request.headers['if-match']))
      return send(response, text(412, 'The file was replaced'), publicHeaders)
    const packets = packetRequest(query)
    if (packets === undefined) return send(response, text(400, 'No such packets'), publicHeaders)
    // A HEAD request for a file reads no sound, so it does not count as a stream. A HEAD request for packets does
    // count, because it reads the packets.
    const isCounted = request.method !== 'HEAD' || packets !== null
    if (isCounted && !(await streamLimiter.acquire(grantId, response)))
      return send(response, tooManyStreams, publicHeaders)
    // The grant may have ended while the request waited for a free stream or while the file was opened.
    if (grants.find(grantId) === undefined) return send(response, text(403, 'Forbidden'), publicHeaders)
    if (packets !== null)
      return send(response, await packetResponse(source, packets, songHeaders), publicHeaders)
    const sourceForGrant = {
      ...source,
      read: (start: number, end: number) => source.read(start, end, grantId),
    }
    await sendAudio(request, response, sourceForGrant, {
      ...securityHeaders,
      ...soundHeaders,
      ...songHeaders,
    })
  }
}
