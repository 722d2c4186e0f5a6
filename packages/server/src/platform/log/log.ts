import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../../config.ts'

/** The names of properties whose values must not be logged, because they are secrets. */
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

/**
 * Creates the log. It writes lines of JSON, in which `…` replaces the values of secret properties.
 * @param destination without it, the log writes to the standard output
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, redact: { paths, censor: '…' }, serializers: { req: describeRequest } }, destination)
}

/** Describes a request by its route, because its address may contain secret codes. */
function describeRequest({ method, routeOptions, ip }: FastifyRequest) {
  return { method, route: routeOptions.url, ip }
}
