import type * as z from 'zod/mini'
import type { TellAway } from '../outage-log.ts'
import { isRefused, type Refused, refuse } from '../refusal.ts'
import { jsonOf } from './failures.ts'

const TIMEOUT_MS = 10_000
const USUAL_WAIT_SEC = 5

export type ReadRefusal = (status: number, text: string, retryAfter: string | null) => Refused

/**
 * The one way in which the server calls the provider. After a 429 every call is refused at once until the time the
 * provider named has passed, since each further one would lengthen it.
 */
export type Transport = {
  /** @returns the text of a successful answer, or why there is none */
  send(url: string, init: RequestInit, readRefusal: ReadRefusal): Promise<string | Refused>
}

/**
 * @param now epoch milliseconds
 * @param tellAway gets each call that the provider did not answer, or answered with a failure of its own
 */
export function createTransport(now: () => number, tellAway: TellAway): Transport {
  let blockedUntilMs = 0
  return {
    async send(url, init, readRefusal) {
      if (now() < blockedUntilMs)
        return refuse('provider-limit', { retryAfterSec: (blockedUntilMs - now()) / 1000 })
      const answer = await fetchText(url, init, tellAway)
      if (isRefused(answer)) return answer
      if (answer.ok) return answer.text
      const refused = readRefusal(answer.status, answer.text, answer.retryAfter)
      if (refused.code === 'provider-away') tellAway(new Error(`it answered ${answer.status}`))
      if (refused.code === 'provider-limit')
        blockedUntilMs = now() + (refused.details.retryAfterSec ?? USUAL_WAIT_SEC) * 1000
      return refused
    },
  }
}

/** Parses an answer; one that is not understood counts as no answer. */
export function parseAnswer<S extends z.ZodMiniType>(
  schema: S,
  text: string | Refused,
): z.output<S> | Refused {
  if (isRefused(text)) return text
  const parsed = schema.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : away()
}

async function fetchText(url: string, init: RequestInit, tellAway: TellAway) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const { ok, status, headers } = response
    return { ok, status, retryAfter: headers.get('retry-after'), text: await response.text() }
  } catch (error) {
    tellAway(error)
    return away()
  }
}

function away(): Refused {
  return refuse('provider-away', { retryAfterSec: USUAL_WAIT_SEC })
}
