import { randomBytes } from 'node:crypto'
import { ErrorBody, LIVE_PATH, routes } from '@jointly/contract'
import type { Config } from '../../config.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { addressOf } from '../../platform/lifecycle/listen.ts'
import { type HttpAnswer, sendRequest, type LookupOptions } from './http-request.ts'
import { aheadOfDateMs, clockFinding } from './clock.ts'
import { errorCode, errorMessage } from '../../platform/error-message.ts'
import { ok, type Outcome, problem, skipped, warning } from './finding.ts'
import { checkTexts } from './texts/check-texts.ts'
import { proxyTexts, serverTexts } from './texts/proxy-texts.ts'

const DAY_MS = 24 * 3_600_000
/**
 * If a certificate is valid for fewer days than this, the operator gets a warning, because an automatic renewal
 * should have happened already.
 */
const RENEWED_BEFORE_DAYS = 14

/** Checks that this server answers at its own address. */
export async function checkServer({ host, port }: Config): Promise<Outcome> {
  const own = addressOf(host, port)
  if (port === 0) return skipped(serverTexts.portChanges)
  try {
    const answer = await sendRequest(own + routes.health.path, {}, {})
    if (isHealthy(answer)) return ok(serverTexts.good(own))
    return isOurs(answer)
      ? problem(serverTexts.notReady(own, answer.status), serverTexts.seeLog)
      : problem(checkTexts.otherAnswers(own, answer.status), serverTexts.freePort)
  } catch (error) {
    return skipped(serverTexts.notRunning(own, errorCode(error) || errorMessage(error)))
  }
}

/**
 * Checks that clients reach this server at PUBLIC_ORIGIN. The check includes the host name, the certificate, the proxy,
 * WebSocket and forwarded headers.
 */
export async function checkProxy(
  { publicOrigin, trustProxy, reach }: Config,
  lookup: LookupOptions,
): Promise<Outcome | Outcome[]> {
  if (publicOrigin === null) return skipped(proxyTexts.notSet)
  let health: HttpAnswer
  try {
    health = await sendRequest(publicOrigin + routes.health.path, {}, lookup)
  } catch (error) {
    return unreachable(publicOrigin, error)
  }
  if (health.status === 503 && isOurs(health))
    return problem(serverTexts.notReady(publicOrigin, health.status), serverTexts.seeLog)
  if (!isHealthy(health)) return notThisServer(publicOrigin, health)
  return [
    ok(proxyTexts.good(publicOrigin)),
    ...certificateFindings(health),
    await liveFinding(publicOrigin, lookup),
    ...(await forwardedFindings({ publicOrigin, trustProxy, reach }, lookup)),
    ...dateFindings(health),
  ]
}

function certificateFindings({ certificateEndsMs, headers }: HttpAnswer): Outcome[] {
  if (certificateEndsMs === null) return []
  const days = Math.floor((certificateEndsMs - Date.now()) / DAY_MS)
  return [
    days < RENEWED_BEFORE_DAYS
      ? warning(proxyTexts.certificateEnds(days), proxyTexts.seeRenewal)
      : ok(proxyTexts.certificateGood(days)),
    ...(headers['strict-transport-security'] === undefined
      ? [warning(proxyTexts.hstsMissing, proxyTexts.sendHsts)]
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
    ? ok(proxyTexts.liveGood)
    : problem(proxyTexts.liveFails(answer?.status ?? null), proxyTexts.passUpgrades)
}

async function forwardedFindings(
  { publicOrigin, trustProxy, reach }: Pick<Config, 'trustProxy' | 'reach'> & { publicOrigin: string },
  lookup: LookupOptions,
): Promise<Outcome[]> {
  const answer = await sendRequest(publicOrigin + routes.echo.path, {}, lookup)
  const seen = routes.echo.answer.safeParse(parseJson(answer.text))
  if (!seen.success) return []
  const { origin, forwarded } = seen.data
  const fix = trustProxy === null ? proxyTexts.trustProxy : proxyTexts.forward
  if (origin !== publicOrigin) return [problem(proxyTexts.forwardedWrong(publicOrigin, origin), fix)]
  if (reach.by !== 'proxied') return []
  return [forwarded ? ok(proxyTexts.forwardedGood) : problem(proxyTexts.clientHidden, fix)]
}

function dateFindings({ headers, askedMs, answeredMs }: HttpAnswer): Outcome[] {
  const dateMs = Date.parse(headers.date ?? '')
  if (Number.isNaN(dateMs)) return []
  const finding = clockFinding(aheadOfDateMs({ dateMs, askedMs, answeredMs }), 'proxy')
  return finding.state === 'ok' ? [] : [finding]
}

function unreachable(origin: string, error: unknown): Outcome {
  const { hostname } = new URL(origin)
  const code = errorCode(error)
  const text = checkTexts.unreachable(origin, errorMessage(error))
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return problem(proxyTexts.unknownName(hostname), proxyTexts.createRecord(hostname))
    case 'ECONNREFUSED':
      return problem(text, proxyTexts.start)
    case 'CERT_HAS_EXPIRED':
      return problem(proxyTexts.certificateExpired(hostname), proxyTexts.seeRenewal)
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return problem(proxyTexts.certificateOfOther(hostname), proxyTexts.getCertificate(hostname))
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return problem(proxyTexts.certificateUntrusted(hostname), proxyTexts.usePublicAuthority)
    default:
      return problem(text, proxyTexts.checkNetwork)
  }
}

function notThisServer(origin: string, { status }: HttpAnswer): Outcome {
  if (status === 502 || status === 503 || status === 504)
    return problem(proxyTexts.serverUnreachable(origin, status), proxyTexts.checkAddress)
  if (status === 301 || status === 302 || status === 307 || status === 308)
    return problem(proxyTexts.redirects(origin), proxyTexts.setFinalAddress)
  return problem(checkTexts.otherAnswers(origin, status), proxyTexts.passEveryPath)
}

function isHealthy({ status, text }: HttpAnswer): boolean {
  return status === 200 && routes.health.answer.safeParse(parseJson(text)).success
}

/** Returns whether an answer is a refusal of a Jointly server. */
function isOurs({ text }: HttpAnswer): boolean {
  return ErrorBody.safeParse(parseJson(text)).success
}
