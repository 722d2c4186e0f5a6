import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused } from '../refusal.ts'
import { sendRefusal } from './errors.ts'

const gzipAsync = promisify(gzip)
/** Shorter bodies are not compressed, because this would save little. */
const COMPRESS_FROM_CHARACTERS = 16_000
const JSON_TYPE = 'application/json; charset=utf-8'

/** A body that is sent to many users. A client that already has it sends `etag` and gets 304 without a body. */
export class CachedBody {
  /** The strong entity tag of the body, with its quotes. */
  readonly etag: string
  /** Returns the body in parts. The same buffer can be a part of many answers, without a copy for each. */
  readonly body: () => readonly Buffer[]

  constructor(etag: string, body: () => readonly Buffer[]) {
    this.etag = etag
    this.body = body
  }
}

/** An answer that is a text file for download. The call table has the same `mediaType` for the route. */
export class TextFile {
  readonly mediaType: string
  /** The name under which a browser saves the file. */
  readonly name: string
  readonly text: string

  constructor(mediaType: string, name: string, text: string) {
    this.mediaType = mediaType
    this.name = name
    this.text = text
  }
}

/** The headers of an answer with a cached body, without the entity tag. */
export const cachedBodyHeaders = { 'content-type': JSON_TYPE, 'cache-control': 'private, no-cache' }

/** Sends the result of a handler: a refusal, a body, a file, or a value as JSON. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: unknown,
): FastifyReply | Promise<FastifyReply> {
  if (isRefused(outcome)) return sendRefusal(reply, outcome)
  if (outcome instanceof CachedBody) return sendCachedBody(request, reply, outcome)
  if (outcome instanceof TextFile) return sendFile(request, reply, outcome)
  return sendText(request, reply.type(JSON_TYPE), JSON.stringify(outcome))
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { mediaType, name, text }: TextFile) {
  reply.header('content-disposition', `attachment; filename*=${extendedValue(name)}`)
  return sendText(request, reply.type(`${mediaType}; charset=utf-8`), text)
}

/** Encodes a text for a parameter such as `filename*`, which may have all characters (RFC 8187). */
export function extendedValue(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed())
  return `UTF-8''${encoded.replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
}

async function sendText(request: FastifyRequest, reply: FastifyReply, made: string): Promise<FastifyReply> {
  const body = await compressIfLarge(request, made)
  if (typeof body !== 'string') reply.header('content-encoding', 'gzip')
  return reply.header('cache-control', 'no-store').send(body)
}

/**
 * Sends a body that a client may already have. A large body is compressed for a client that has none yet, because a slow
 * phone waits for it. Other clients poll, so the server would compress too often for them.
 */
function sendCachedBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body }: CachedBody,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(cachedBodyHeaders).header('etag', etag)
  if (hasMatchingEtag(request, etag)) return reply.code(304).send()
  const sent = Buffer.concat([...body()])
  const isFirst = request.headers['if-none-match'] === undefined
  if (!isFirst || sent.length < COMPRESS_FROM_CHARACTERS || !acceptsGzip(request)) return reply.send(sent)
  return sendCompressed(reply, etag, sent)
}

async function sendCompressed(reply: FastifyReply, etag: string, body: Buffer): Promise<FastifyReply> {
  const compressed = await gzipAsync(body, { level: constants.Z_BEST_SPEED })
  const headers = { etag: `W/${etag}`, 'content-encoding': 'gzip', vary: 'accept-encoding' }
  return reply.headers(headers).send(compressed)
}

/**
 * Returns whether the client already has the body with this entity tag. Weak tags are accepted, because a proxy that
 * compresses a body makes its tag weak (RFC 9110).
 */
export function hasMatchingEtag({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  const theirs = headers['if-none-match']
  if (theirs === undefined || theirs === etag) return theirs !== undefined
  return theirs.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Compresses a large body in the thread pool if the client accepts gzip. Returns other bodies unchanged. */
async function compressIfLarge(request: FastifyRequest, body: string): Promise<string | Buffer> {
  return body.length >= COMPRESS_FROM_CHARACTERS && acceptsGzip(request) ? gzipAsync(body) : body
}

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b/.test(headers['accept-encoding'] ?? '')
