import path from 'node:path'
import * as z from 'zod/mini'
import { isProxyList, type Reach, reachOf, reachProblem } from './platform/security/reach.ts'
import { isBlockedPort } from './platform/lifecycle/blocked-ports.ts'
import { StartError } from './platform/lifecycle/start-error.ts'

/** The addresses of Spotify, or of another service with the same protocol. */
export type ProviderAddresses = {
  clientId: string
  clientSecret: string | null
  accountsBase: string
  apiBase: string
  sdkUrl: string
}

/** The address of the SMTP server, and the sender address of all mails. */
export type MailSettings = { url: string; from: string }

export type Config = {
  host: string
  port: number
  /** The address that users open, without a slash at the end. Null if it is not configured. */
  publicOrigin: string | null
  dataDir: string
  databaseUrl: string | null
  redisUrl: string | null
  registration: 'open' | 'ticket'
  /** Whether people without an account may join open sessions (G5). */
  guests: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  musicDir: string | null
  /** The maximum size of the folder with encoded bundled songs, in bytes. */
  songCacheBytes: number
  secretKey: string | null
  /** The host that people in the home network open (`--lan`, J8). Null without `--lan`, or without a network. */
  homeAddress: string | null
  /**
   * Proxies whose `X-Forwarded-*` headers are trusted: addresses, ranges or `loopback`. Null means that no
   * proxy is trusted.
   */
  trustProxy: string | null
  /** Who can reach this server (O1). Registration, metrics and the checks of request headers depend on it. */
  reach: Reach
  /** The bearer token for `/api/metrics`. If null, only a server for this machine answers, without a token (O4). */
  metricsToken: string | null
  /** The settings for mail. Null if the server sends no mail. */
  mail: MailSettings | null
  /** The directory of the built web app. */
  webDir: string
  /** The addresses of Spotify. Null if the built-in provider is used. */
  spotify: ProviderAddresses | null
  /**
   * The address and the secret of a built-in provider that several servers share. Null if this server starts
   * its own provider.
   */
  provider: { url: string; secret: string } | null
  /**
   * Whether the parameter `login_as` skips the consent page of the built-in provider. Only tests and the
   * development server allow that.
   */
  providerLoginAs: boolean
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

const hasProtocol = (text: string, protocols: RegExp) =>
  URL.canParse(text) && protocols.test(new URL(text).protocol)

/** Returns whether the client of Redis accepts an address. For others it throws errors that do not name the setting. */
function isRedisAddress(text: string): boolean {
  if (!hasProtocol(text, /^rediss?:$/)) return false
  const { username, password, pathname } = new URL(text)
  return [username, password].every(canDecode) && /^\/?\d*$/.test(pathname)
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Creates the schema of an optional setting. @param message the error when `isValid` returns false */
const setting = (message: string, isValid: (text: string) => boolean) =>
  z.optional(z.string().check(z.refine(isValid, message)))
const filled = () => setting('must not be empty', (text) => text !== '')
const longEnough = (length: number) =>
  setting(`must have at least ${length} characters`, (text) => text.length >= length)
const url = (protocols: RegExp, message: string) => setting(message, (text) => hasProtocol(text, protocols))
const webAddress = () => url(/^https?:$/, 'must be an http or https address')
const origin = () =>
  setting(
    'must be an http or https origin without a path',
    (text) => hasProtocol(text, /^https?:$/) && new URL(text).pathname === '/',
  )
const onOrOff = () => z.optional(z.enum(['on', 'off'], 'must be on or off'))

const Environment = z.object({
  HOST: filled(),
  PORT: setting(
    'must be a number from 0 to 65535',
    (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535,
  ),
  PUBLIC_ORIGIN: origin(),
  DATA_DIR: filled(),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'must be a postgres:// address'),
  REDIS_URL: setting(
    'must be a redis:// or rediss:// address; percent-encode its password; its path may only be the number of a database',
    isRedisAddress,
  ),
  REGISTRATION: z.optional(z.enum(['open', 'ticket'], 'must be open or ticket')),
  GUESTS: onOrOff(),
  LOG_LEVEL: z.optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  MUSIC_DIR: filled(),
  SONG_CACHE_MB: setting('must be a number from 0 to 999999', (text) => /^\d{1,6}$/.test(text)),
  SECRET_KEY: longEnough(32),
  TRUST_PROXY: setting('must be addresses, ranges such as 10.0.0.0/8, or loopback, by commas', isProxyList),
  METRICS_TOKEN: longEnough(16),
  SMTP_URL: url(/^smtps?:$/, 'must be an smtp:// or smtps:// address'),
  MAIL_FROM: setting('must be an address, or a name with an address in <>', (text) =>
    /^[^\r\n]*[^\s@]@[^\s@]+$/.test(text),
  ),
  PROVIDER_URL: origin(),
  PROVIDER_SECRET: longEnough(16),
  PROVIDER_LOGIN_AS: onOrOff(),
  SPOTIFY_CLIENT_ID: filled(),
  SPOTIFY_CLIENT_SECRET: filled(),
  SPOTIFY_ACCOUNTS_BASE: webAddress(),
  SPOTIFY_API_BASE: webAddress(),
  SPOTIFY_SDK_URL: webAddress(),
})
type Environment = z.infer<typeof Environment>

/**
 * Parses the settings. An empty setting counts as missing.
 *
 * @param environment usually `process.env`
 * @throws StartError with one line for each invalid setting
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(given))
  const problems = parsed.success
    ? contradictions(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
  if (!parsed.success || problems.length > 0) throw new StartError(problems.join('\n'))
  return configOf(parsed.data)
}

function contradictions(env: Environment): string[] {
  const problems: string[] = []
  const unreachable = reachProblem(reachSettings(env))
  if (unreachable) problems.push(unreachable)
  const port = Number(env.PUBLIC_ORIGIN ? new URL(env.PUBLIC_ORIGIN).port : env.PORT)
  if (isBlockedPort(port))
    problems.push(
      `${env.PUBLIC_ORIGIN ? 'PUBLIC_ORIGIN' : 'PORT'} has port ${port}, which browsers do not open. Choose another one, such as 3000.`,
    )
  if (env.DATABASE_URL && !env.SECRET_KEY)
    problems.push('SECRET_KEY is required with DATABASE_URL: every server of one database needs the same.')
  if ((env.PROVIDER_URL === undefined) !== (env.PROVIDER_SECRET === undefined))
    problems.push('PROVIDER_URL and PROVIDER_SECRET belong together.')
  if (env.PROVIDER_LOGIN_AS === 'on' && reachOf(reachSettings(env)).by !== 'this-machine')
    problems.push(
      'PROVIDER_LOGIN_AS is on, but others can reach this server: they could link accounts of the built-in service without its page. Remove PROVIDER_LOGIN_AS, which is for tests only.',
    )
  for (const name of ['MAIL_FROM', 'PUBLIC_ORIGIN'] as const)
    if (env.SMTP_URL && !env[name]) problems.push(`SMTP_URL is set, but ${name} is not.`)
  if (env.MAIL_FROM && !env.SMTP_URL) problems.push('MAIL_FROM is set, but SMTP_URL is not.')
  for (const name of ['SPOTIFY_CLIENT_ID', 'MUSIC_DIR', 'PROVIDER_LOGIN_AS'] as const)
    if (env[name] && env.PROVIDER_URL) problems.push(`${name} has no effect with PROVIDER_URL.`)
  for (const name of [
    'SPOTIFY_CLIENT_SECRET',
    'SPOTIFY_ACCOUNTS_BASE',
    'SPOTIFY_API_BASE',
    'SPOTIFY_SDK_URL',
  ] as const)
    if (env[name] && !env.SPOTIFY_CLIENT_ID) problems.push(`${name} is set, but SPOTIFY_CLIENT_ID is not.`)
  return problems
}

function reachSettings(env: Environment) {
  return {
    host: env.HOST ?? '127.0.0.1',
    publicOrigin: env.PUBLIC_ORIGIN ? new URL(env.PUBLIC_ORIGIN).origin : null,
    trustProxy: env.TRUST_PROXY ?? null,
  }
}

function configOf(env: Environment): Config {
  const settings = reachSettings(env)
  const reach = reachOf(settings)
  return {
    ...settings,
    reach,
    homeAddress: null,
    port: Number(env.PORT ?? 3000),
    dataDir: path.resolve(env.DATA_DIR ?? 'data'),
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    registration: env.REGISTRATION ?? (reach.by === 'this-machine' ? 'open' : 'ticket'),
    guests: env.GUESTS !== 'off',
    logLevel: env.LOG_LEVEL ?? 'info',
    musicDir: env.MUSIC_DIR ? path.resolve(env.MUSIC_DIR) : null,
    songCacheBytes: Number(env.SONG_CACHE_MB ?? 512) * 1024 * 1024,
    secretKey: env.SECRET_KEY ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    webDir: path.resolve(import.meta.dirname, '../../web/dist'),
    providerLoginAs: env.PROVIDER_LOGIN_AS === 'on',
    spotify: env.SPOTIFY_CLIENT_ID ? providerOf(env, env.SPOTIFY_CLIENT_ID) : null,
    provider:
      env.PROVIDER_URL && env.PROVIDER_SECRET
        ? { url: new URL(env.PROVIDER_URL).origin, secret: env.PROVIDER_SECRET }
        : null,
  }
}

function providerOf(env: Environment, clientId: string): ProviderAddresses {
  const base = (given: string | undefined, usual: string) => (given ?? usual).replace(/\/+$/, '')
  return {
    clientId,
    clientSecret: env.SPOTIFY_CLIENT_SECRET ?? null,
    accountsBase: base(env.SPOTIFY_ACCOUNTS_BASE, 'https://accounts.spotify.com'),
    apiBase: base(env.SPOTIFY_API_BASE, 'https://api.spotify.com/v1'),
    sdkUrl: env.SPOTIFY_SDK_URL ?? 'https://sdk.scdn.co/spotify-player.js',
  }
}
