import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { TLSSocket } from 'node:tls'

const TIMEOUT_MS = 5_000
const LONGEST_ANSWER = 64 * 1024

/** How the doctor finds the address of a name; the system's own way unless something else is given. */
export type Lookup = { readonly lookup?: LookupFunction; readonly ca?: string }

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** When the certificate of the other side ends, in epoch milliseconds; null without TLS. */
  certificateEndsMs: number | null
  /** Whether the connection was switched to a WebSocket. */
  isUpgraded: boolean
  /** When the question was sent and when its answer began, in epoch milliseconds. */
  askedMs: number
  answeredMs: number
}

/**
 * Asks one address, follows no redirect, and checks the certificate.
 *
 * @throws the system's or TLS's error when there is no answer within five seconds
 */
export function ask(url: string, headers: Record<string, string>, { lookup, ca }: Lookup): Promise<Answer> {
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
      const head = headOf(response, askedMs)
      socket.destroy()
      resolve({ ...head, text: '', isUpgraded: true })
    })
    request.once('response', (response) => {
      // Before the answer is read: at its end the connection may be closed, and then it has no certificate any more.
      const head = headOf(response, askedMs)
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

function headOf(
  { socket, statusCode, headers }: IncomingMessage,
  askedMs: number,
): Omit<Answer, 'text' | 'isUpgraded'> {
  const certificateEndsMs =
    socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : null
  return { status: statusCode ?? 0, headers, certificateEndsMs, askedMs, answeredMs: Date.now() }
}
