import type { ServerResponse } from 'node:http'

/** The response of a handler, which `send` writes. */
export type HttpResponse = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Creates a response with a JSON body. The status is 200 by default. */
export const json = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

/** Creates a plain-text response, as Spotify uses for some refusals and for authorize errors. */
export const text = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

export const html = (body: string, headers: Readonly<Record<string, string>>): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})

export const redirect = (location: string): HttpResponse => ({ status: 302, headers: { location } })

export const noContent: HttpResponse = { status: 204 }

/** Creates an error of the Web API: `{"error":{"status","message","reason"?}}`. */
export const apiError = (
  status: number,
  message: string,
  extra: { readonly reason?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): HttpResponse =>
  json(
    { error: { status, message, ...(extra.reason === undefined ? {} : { reason: extra.reason }) } },
    status,
    extra.headers,
  )

/** The headers of every response. Responses with a page replace this content security policy by their own. */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const

/** Writes a response. For a HEAD request, only the headers are written. */
export function send(
  response: ServerResponse,
  message: HttpResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return
  const body = message.body ?? ''
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  response.writeHead(message.status, {
    ...securityHeaders,
    ...headers,
    ...message.headers,
    ...(message.status === 204 || message.status === 304 ? {} : { 'content-length': String(length) }),
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
