import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The addresses at which the app itself opens; its screens lie behind the hash (spec section 2). */
const PAGES = ['/', '/callback/spotify']

/** Vite puts the hash of a file's contents into its name here, so that it never changes. */
const HASHED = /^\/assets\//
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_EACH_TIME = 'no-cache'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COMPRESSIBLE = /^(text|application\/(json|manifest)|image\/svg)/

type Encoding = 'br' | 'gzip' | 'identity'

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
}

/**
 * Serves the built web app: the files that are there when the server starts, each compressed once, when first asked for.
 *
 * @param directory where the build is; without one `/` says how to make it
 */
export function serveWebApp(server: FastifyInstance, directory: string): void {
  const files = filesBelow(directory)
  for (const file of files) server.get(file, fileHandler(path.join(directory, file), file))
  const hasApp = files.includes('/index.html')
  const page = hasApp ? fileHandler(path.join(directory, 'index.html'), '/index.html') : notBuilt
  for (const address of PAGES) server.get(address, page)
}

function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(
        (entry) =>
          `/${path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`,
      )
  } catch {
    return []
  }
}

function fileHandler(file: string, address: string) {
  const type = MEDIA_TYPES[path.extname(file)] ?? 'application/octet-stream'
  const tag = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)
  const made = new Map<Encoding, Promise<Buffer>>()
  const bytesIn = (encoding: Encoding) => {
    const bytes = made.get(encoding) ?? readFile(file).then(compress[encoding])
    made.set(encoding, bytes)
    return bytes
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', HASHED.test(address) ? FOREVER : ASK_EACH_TIME).type(type)
    const encoding = COMPRESSIBLE.test(type) ? acceptedEncoding(request) : 'identity'
    const etag = `"${tag}-${encoding}"`
    reply.header('etag', etag).header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const bytes = await bytesIn(encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(bytes)
  }
}

function acceptedEncoding(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

async function notBuilt(_request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web app is not built yet. Start the server with: npm start\n')
}
