import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../../config.ts'

/** Secrets that could come along in something that is logged. */
const SECRETS = [
  'authorization',
  'password',
  'newPassword',
  'token',
  'access_token',
  'refresh_token',
  'code',
  'state',
]

/** Lines of JSON on the standard output; tokens and passwords are left out of them. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, redact: { paths, censor: '…' }, serializers: { req: describeRequest } }, destination)
}

/** A request by its route: its own address may carry codes and states. */
function describeRequest({ method, routeOptions, ip }: FastifyRequest) {
  return { method, route: routeOptions.url, ip }
}
