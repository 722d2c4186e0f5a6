import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { publicHeaders } from './http/cors.ts'
import { withEtag } from './http/etag.ts'
import type { HttpResponse } from './http/response.ts'
import { packetEntries, packetScript, servedPlayerScript, silence } from './sdk/script.ts'

const css = 'text/css; charset=utf-8'
const javaScript = 'text/javascript; charset=utf-8'

/** A function that returns the response to a request for a file. */
type StaticFile = (request: IncomingMessage) => HttpResponse

/**
 * Creates the response for a text file. The first request compresses the file. A browser that already has the file
 * gets 304.
 */
function textFile(
  body: string,
  contentType: string,
  moreHeaders: Readonly<Record<string, string>> = {},
): StaticFile {
  const headers = { 'content-type': contentType, vary: 'accept-encoding', ...moreHeaders }
  const plain: HttpResponse = { status: 200, headers, body }
  let compressed: HttpResponse | null = null
  const compress = (): HttpResponse => ({
    status: 200,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: gzipSync(body, { level: 9 }),
  })
  return (request) => {
    const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    return withEtag(request, acceptsGzip ? (compressed ??= compress()) : plain)
  }
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Returns the files that every client may load, by path. */
export function staticFiles(): Readonly<Record<string, StaticFile>> {
  const silentFile: HttpResponse = {
    status: 200,
    headers: { 'content-type': 'audio/wav', 'cache-control': 'public, max-age=86400', ...publicHeaders },
    body: silence(),
  }
  // The script of a worker may compile WebAssembly, but may not load anything.
  const packetHeaders = {
    ...publicHeaders,
    'content-security-policy': "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
  }
  const packetScripts = packetEntries.flatMap(({ name }) => {
    const script = packetScript(name)
    return script === undefined
      ? []
      : [[`/sdk/packets/${name}.js`, textFile(script, javaScript, packetHeaders)] as const]
  })
  return {
    ...Object.fromEntries(packetScripts),
    '/accounts/consent.css': textFile(read('accounts/page/browser/consent.css'), css),
    '/accounts/people.css': textFile(read('accounts/page/browser/people.css'), css),
    '/accounts/consent.js': textFile(read('accounts/page/browser/consent.js'), javaScript),
    '/open/open.css': textFile(read('public-page/public-page.css'), css),
    '/sdk/spotify-player.js': textFile(servedPlayerScript(), javaScript, publicHeaders),
    '/sdk/silence.wav': () => silentFile,
  }
}
