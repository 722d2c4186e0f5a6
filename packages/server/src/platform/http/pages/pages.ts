import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { networkOf } from '../client-network.ts'

/** The maximum size of a submitted form. It is small, because the forms have only a few short fields. */
const FORM_LIMIT_BYTES = 4 * 1024

/** A request for a page, or a submitted form. */
export type PageCall = {
  /** The values of the query or of the form. */
  values: Readonly<Record<string, string>>
  /** The origin of this server in the URL that the client requested, such as `http://localhost:3000`. */
  origin: string
  /** The client's network, for rate limits (A4): an IPv4 address or an IPv6 /64. */
  clientNetwork: string
}

export type PageAnswer = { status: number; html: string; headers: Readonly<Record<string, string>> }

/** A page. `open` answers GET, and `submit` answers the form of the page, which is sent to the same path. */
type Page = {
  open(call: PageCall): Promise<PageAnswer>
  submit(call: PageCall): Promise<PageAnswer>
}

/** Serves a page and accepts its form. Browsers submit the form without a script. */
export function servePage(server: FastifyInstance, path: string, page: Page): void {
  server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    )
    scope.get(path, async (request, reply) => send(reply, await page.open(callOf(request, request.query))))
    scope.post(path, async (request, reply) => send(reply, await page.submit(callOf(request, request.body))))
  })
}

const Values = z.catch(z.record(z.string(), z.string()), {})

function callOf(request: FastifyRequest, values: unknown): PageCall {
  return {
    values: Values.parse(values),
    origin: `${request.protocol}://${request.host}`,
    clientNetwork: networkOf(request.ip),
  }
}

function send(reply: FastifyReply, { status, html, headers }: PageAnswer): FastifyReply {
  return (
    reply
      .code(status)
      .headers(headers)
      .header('cache-control', 'no-store')
      // With the policy `no-referrer`, browsers would send the form with the origin `null`, and the server
      // would refuse it as a request of another origin (O3).
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(html)
  )
}
