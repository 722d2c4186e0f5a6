import type { ServerResponse } from 'node:http'

/** What a handler says; the one place that writes it is `send`. */
export type Answer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** 200 (or `status`) with a JSON body. */
export const json = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

/** A plain-text answer; Spotify's gates (registration, owner's Premium, authorize errors) speak this. */
export const text = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

export const html = (body: string, headers: Readonly<Record<string, string>>, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})

export const redirect = (location: string): Answer => ({ status: 302, headers: { location } })

export const noContent: Answer = { status: 204 }

/** The Web API's error object: `{"error":{"status","message","reason"?}}`. */
export const apiError = (
  status: number,
  message: string,
  extra: { readonly reason?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Answer =>
  json(
    { error: { status, message, ...(extra.reason === undefined ? {} : { reason: extra.reason }) } },
    status,
    extra.headers,
  )

/** What is no page may load, run and be framed by nothing; pages bring a policy of their own. */
export const closedHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const

/** Writes an answer. A HEAD request gets the headers alone. */
export function send(
  response: ServerResponse,
  answer: Answer,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return
  const body = answer.body ?? ''
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  response.writeHead(answer.status, {
    ...closedHeaders,
    ...headers,
    ...answer.headers,
    ...(answer.status === 204 || answer.status === 304 ? {} : { 'content-length': String(length) }),
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
