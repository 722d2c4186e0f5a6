import type * as z from 'zod/mini'
import { errorCode } from '../platform/error-message.ts'
import { parseJson } from '../platform/parse-json.ts'
import type { ReportOutage } from '../platform/log/outage-log.ts'
import { isRefused, type Refusal } from '../platform/refusal.ts'
import { apiRefusal, parseRetryAfter, refuseFor, tokenRefusal } from './failures.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { readText } from './read-text.ts'

const TIMEOUT_MS = 10_000
/** The maximum size of an answer in bytes (L13). A page with a hundred songs is smaller than one megabyte. */
const MAX_BYTES = 4 * 1024 * 1024
/** The errors of a connection that was closed before its request had an answer. */
const CLOSED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/** The groups of Web API calls. The provider has a separate rate limit for each group. */
const apiGroups = ['profile', 'playlists', 'search', 'tracks'] as const
export type ApiGroup = (typeof apiGroups)[number]

/** Sends all requests of the server to the provider. */
export type Transport = {
  /**
   * Calls the Web API. If the provider answers that its rate limit is reached, all calls of the same group pause (L6).
   * @returns the text of a successful answer, or a refusal
   */
  api(group: ApiGroup, url: string, init: RequestInit): Promise<string | Refusal>
  /**
   * Calls the accounts service. These calls are never paused, because the server could then renew no token and link no
   * account (L6).
   */
  accounts(url: string, init: RequestInit): Promise<string | Refusal>
}

/**
 * Creates the functions that send requests to the provider.
 * @param now returns the time in epoch milliseconds
 * @param reportOutage is called each time a request gets no answer or a server error (5xx)
 */
export function createTransport(now: () => number, reportOutage: ReportOutage): Transport {
  const gates = new Map(apiGroups.map((group) => [group, createCircuitBreaker(now)]))

  async function send(
    url: string,
    init: RequestInit,
    readRefusal: (status: number, text: string, retryAfterSec: number | undefined) => Refusal,
  ): Promise<string | Refusal> {
    const answer = await fetchText(url, init, reportOutage)
    if (isRefused(answer) || answer.ok) return isRefused(answer) ? answer : answer.text
    const refused = readRefusal(answer.status, answer.text, parseRetryAfter(answer.retryAfter, now()))
    if (refused.details.failure === 'away') reportOutage(new Error(`it answered ${answer.status}`))
    return refused
  }

  return {
    async api(group, url, init) {
      const call = () => send(url, init, apiRefusal)
      return gates.get(group)?.run(call) ?? call()
    },
    accounts: (url, init) => send(url, init, tokenRefusal),
  }
}

/** Parses an answer. Returns the refusal `unclear` if the answer does not match the schema. */
export function parseAnswer<S extends z.ZodMiniType>(
  schema: S,
  text: string | Refusal,
): z.output<S> | Refusal {
  if (isRefused(text)) return text
  const parsed = schema.safeParse(parseJson(text))
  return parsed.success ? parsed.data : refuseFor('unclear')
}

async function fetchText(url: string, init: RequestInit, reportOutage: ReportOutage) {
  try {
    const response = await fetchOnOpenConnection(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { ok, status, headers } = response
    const text = await readText(response, MAX_BYTES).catch((error: unknown) => {
      if (ok) throw error
      // The status alone says enough. Otherwise the calls would continue during a limit whose text cannot be read.
      return ''
    })
    return { ok, status, retryAfter: headers.get('retry-after'), text }
  } catch (error) {
    reportOutage(error)
    return refuseFor('away')
  }
}

/**
 * Sends a request. A provider may close an idle connection at the moment in which a request is sent on it. This says
 * nothing about the provider, so a GET is sent once more. Other requests are not: the provider may have received them.
 */
async function fetchOnOpenConnection(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.method === undefined && CLOSED.includes(errorCode(error))) return fetch(url, init)
    throw error
  }
}
