import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { TLSSocket } from 'node:tls'

const TIMEOUT_MS = 5_000
const LONGEST_ANSWER = 64 * 1024

/** How host names are resolved, and a certificate authority that is trusted. Only tests set these options. */
export type LookupOptions = { readonly lookup?: LookupFunction; readonly ca?: string }

export type HttpAnswer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** When the certificate of the server expires, in epoch milliseconds. Null without TLS. */
  certificateEndsMs: number | null
  /** Whether the connection became a WebSocket. */
  isUpgraded: boolean
  /** When the request was sent and when the answer began, in epoch milliseconds. */
  askedMs: number
  answeredMs: number
}

/**
 * Sends a GET request, checks the certificate, and follows no redirect.
 * @throws the error of the system or of TLS if there is no answer within five seconds
 */
export function sendRequest(
  url: string,
  headers: Record<string, string>,
  { lookup, ca }: LookupOptions,
): Promise<HttpAnswer> {
  const isTls = url.startsWith('https:')
  const options: RequestOptions & { ca?: string } = {
    headers,
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(lookup && { lookup }),
    ...(isTls && ca !== undefined && { ca }),
  }
  const askedMs = Date.now()
  return new Promise((resolve, reject) => {
    const request = (isTls ? https : http).request(url, options)
    request.once('error', reject)
    request.once('upgrade', (response, socket) => {
      const head = responseHead(response, askedMs)
      socket.destroy()
      resolve({ ...head, text: '', isUpgraded: true })
    })
    request.once('response', (response) => {
      // The certificate is read before the body, because a closed connection has no certificate.
      const head = responseHead(response, askedMs)
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (text.length < LONGEST_ANSWER) text += chunk
      })
      response.once('error', reject)
      response.once('end', () => resolve({ ...head, text, isUpgraded: false }))
    })
    request.end()
  })
}

function responseHead(
  { socket, statusCode, headers }: IncomingMessage,
  askedMs: number,
): Omit<HttpAnswer, 'text' | 'isUpgraded'> {
  const certificateEndsMs =
    socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : null
  return { status: statusCode ?? 0, headers, certificateEndsMs, askedMs, answeredMs: Date.now() }
}
