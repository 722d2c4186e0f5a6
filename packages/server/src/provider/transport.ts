import type * as z from 'zod/mini'
import { jsonOf } from '../platform/json-of.ts'
import type { TellAway } from '../platform/log/outage-log.ts'
import { isRefused, type Refused } from '../platform/refusal.ts'
import { apiRefusal, refuseFor, tokenRefusal } from './failures.ts'
import { createGate } from './gate.ts'

const TIMEOUT_MS = 10_000

/** The groups of Web API calls that the provider limits apart from each other. */
const apiGroups = ['profile', 'playlists', 'search', 'tracks'] as const
export type ApiGroup = (typeof apiGroups)[number]

/** The one way in which the server calls the provider. */
export type Transport = {
  /** A call of the Web API. A limit of the provider pauses the calls of its group (L6). @returns the text of a successful answer, or why there is none */
  api(group: ApiGroup, url: string, init: RequestInit): Promise<string | Refused>
  /** A call of the accounts service, which is never paused: without it nobody could renew a token or link (L6). */
  accounts(url: string, init: RequestInit): Promise<string | Refused>
}

/**
 * @param now epoch milliseconds
 * @param tellAway gets each call that the provider did not answer, or answered with a failure of its own
 */
export function createTransport(now: () => number, tellAway: TellAway): Transport {
  const gates = new Map(apiGroups.map((group) => [group, createGate(now)]))

  async function send(
    url: string,
    init: RequestInit,
    readRefusal: (status: number, text: string, retryAfter: string | null) => Refused,
  ): Promise<string | Refused> {
    const answer = await fetchText(url, init, tellAway)
    if (isRefused(answer) || answer.ok) return isRefused(answer) ? answer : answer.text
    const refused = readRefusal(answer.status, answer.text, answer.retryAfter)
    if (refused.details.failure === 'away') tellAway(new Error(`it answered ${answer.status}`))
    return refused
  }

  return {
    async api(group, url, init) {
      const call = () => send(url, init, apiRefusal)
      return gates.get(group)?.pass(call) ?? call()
    },
    accounts: (url, init) => send(url, init, tokenRefusal),
  }
}

/** Parses an answer; one that is not understood counts as unclear. */
export function parseAnswer<S extends z.ZodMiniType>(
  schema: S,
  text: string | Refused,
): z.output<S> | Refused {
  if (isRefused(text)) return text
  const parsed = schema.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : refuseFor('unclear')
}

async function fetchText(url: string, init: RequestInit, tellAway: TellAway) {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { ok, status, headers } = response
    return { ok, status, retryAfter: headers.get('retry-after'), text: await response.text() }
  } catch (error) {
    tellAway(error)
    return refuseFor('away')
  }
}
