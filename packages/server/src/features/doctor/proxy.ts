import { randomBytes } from 'node:crypto'
import { routes } from '@jointly/contract'
import type { Config } from '../../config.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { addressOf } from '../../platform/lifecycle/listen.ts'
import { type HttpAnswer, sendRequest, type LookupOptions } from './http-request.ts'
import { aheadOfDateMs, clockFinding } from './clock.ts'
import { errorCode, errorMessage } from '../../platform/error-message.ts'
import { ok, type Outcome, problem, skipped, warning } from './finding.ts'

const DAY_MS = 24 * 3_600_000
/**
 * If a certificate is valid for fewer days than this, the operator gets a warning, because an automatic renewal
 * should have happened already.
 */
const RENEWED_BEFORE_DAYS = 14
const LIVE_PATH = '/api/live'

/** Checks that this server answers at its own address. */
export async function checkServer({ host, port }: Config): Promise<Outcome> {
  const own = addressOf(host, port)
  if (port === 0)
    return skipped(
      'PORT is 0, so the server has another port after each start. Set PORT, so that it can be checked.',
    )
  try {
    const answer = await sendRequest(own + routes.health.path, {}, {})
    if (isHealthy(answer)) return ok(`The server answers at ${own}.`)
    return problem(
      isOurs(answer)
        ? `The server at ${own} is not ready: it answers ${answer.status}.`
        : `Something else answers at ${own} (status ${answer.status}).`,
      isOurs(answer)
        ? 'Its log says why; usually the database is away.'
        : 'Stop the other program, or set PORT to another number.',
    )
  } catch (error) {
    return skipped(`The server does not run at ${own} (${errorCode(error) || errorMessage(error)}).`)
  }
}

/**
 * Checks that clients reach this server at PUBLIC_ORIGIN. The check includes the host name, the certificate, the proxy,
 * WebSocket and forwarded headers.
 */
export async function checkProxy(
  { publicOrigin, trustProxy }: Config,
  lookup: LookupOptions,
): Promise<Outcome | Outcome[]> {
  if (publicOrigin === null)
    return skipped('PUBLIC_ORIGIN is not set: this server is for its own machine or network.')
  let health: HttpAnswer
  try {
    health = await sendRequest(publicOrigin + routes.health.path, {}, lookup)
  } catch (error) {
    return unreachable(publicOrigin, error)
  }
  if (!isHealthy(health)) return notThisServer(publicOrigin, health)
  return [
    ok(`${publicOrigin} leads to this server.`),
    ...certificateFindings(health),
    await liveFinding(publicOrigin, lookup),
    ...(await forwardedFindings(publicOrigin, trustProxy, lookup)),
    ...dateFindings(health),
  ]
}

function certificateFindings({ certificateEndsMs, headers }: HttpAnswer): Outcome[] {
  if (certificateEndsMs === null) return []
  const days = Math.floor((certificateEndsMs - Date.now()) / DAY_MS)
  return [
    days < RENEWED_BEFORE_DAYS
      ? warning(`The certificate ends in ${days} days.`, 'See why the proxy does not renew it.')
      : ok(`The certificate is valid for ${days} days.`),
    ...(headers['strict-transport-security'] === undefined
      ? [
          warning(
            'The proxy sends no Strict-Transport-Security, so a first visit over http can be intercepted.',
            'Let the proxy send: Strict-Transport-Security: max-age=31536000; includeSubDomains',
          ),
        ]
      : []),
  ]
}

async function liveFinding(publicOrigin: string, lookup: LookupOptions): Promise<Outcome> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    origin: publicOrigin,
  }
  const answer = await sendRequest(publicOrigin + LIVE_PATH, headers, lookup).catch(() => null)
  return answer?.isUpgraded
    ? ok('Live connections pass the proxy.')
    : problem(
        `The proxy does not pass WebSocket upgrades on${answer ? ` (it answers ${answer.status})` : ''}: votes of others appear late.`,
        'nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade"; and proxy_read_timeout of 60 s or more. Caddy does it by itself.',
      )
}

async function forwardedFindings(
  publicOrigin: string,
  trustProxy: string | null,
  lookup: LookupOptions,
): Promise<Outcome[]> {
  const answer = await sendRequest(publicOrigin + routes.echo.path, {}, lookup)
  const seen = routes.echo.answer.safeParse(parseJson(answer.text))
  if (!seen.success) return []
  if (seen.data.origin === publicOrigin)
    return [ok('The proxy says who is asking, and the server believes it.')]
  return [
    problem(
      `The server takes requests for ${publicOrigin} as requests for ${seen.data.origin}: all listeners share one allowance of login attempts.`,
      trustProxy === null
        ? 'Set TRUST_PROXY to the address of the proxy, or to loopback where it runs on this machine.'
        : 'Let the proxy send Host, X-Forwarded-For and X-Forwarded-Proto, and check that TRUST_PROXY names its address.',
    ),
  ]
}

function dateFindings({ headers, askedMs, answeredMs }: HttpAnswer): Outcome[] {
  const dateMs = Date.parse(headers.date ?? '')
  if (Number.isNaN(dateMs)) return []
  const finding = clockFinding(aheadOfDateMs({ dateMs, askedMs, answeredMs }), 'the proxy')
  return finding.state === 'ok' ? [] : [finding]
}

function unreachable(origin: string, error: unknown): Outcome {
  const { hostname } = new URL(origin)
  const code = errorCode(error)
  const said = `${origin} cannot be reached: ${errorMessage(error)}`
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return problem(
        `The name ${hostname} is not known.`,
        `Create a DNS record for ${hostname} that leads to the proxy.`,
      )
    case 'ECONNREFUSED':
      return problem(said, 'Start the proxy, and let the firewall pass its port.')
    case 'CERT_HAS_EXPIRED':
      return problem(`The certificate of ${hostname} has expired.`, 'See why the proxy does not renew it.')
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return problem(
        `The certificate at ${hostname} is for another name.`,
        `Get a certificate for ${hostname}, or correct PUBLIC_ORIGIN.`,
      )
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return problem(
        `Browsers do not trust the certificate of ${hostname}.`,
        "Use a certificate of a public authority, such as Let's Encrypt, with its whole chain.",
      )
    default:
      return problem(said, 'Check name, port, firewall and the log of the proxy.')
  }
}

function notThisServer(origin: string, { status }: HttpAnswer): Outcome {
  if (status === 502 || status === 503 || status === 504)
    return problem(
      `The proxy at ${origin} does not reach this server (${status}).`,
      'Check the address in the configuration of the proxy: it must be HOST and PORT of this server.',
    )
  if (status === 301 || status === 302 || status === 307 || status === 308)
    return problem(`${origin} redirects elsewhere.`, 'Set PUBLIC_ORIGIN to the address at which people end.')
  return problem(
    `Something else answers at ${origin} (status ${status}).`,
    'Let the proxy pass every path on to this server, or correct PUBLIC_ORIGIN.',
  )
}

function isHealthy({ status, text }: HttpAnswer): boolean {
  return status === 200 && routes.health.answer.safeParse(parseJson(text)).success
}

function isOurs({ text }: HttpAnswer): boolean {
  const body = parseJson(text)
  return typeof body === 'object' && body !== null && 'error' in body
}
