import { parseArgs } from 'node:util'
import { playingScopes } from './accounts/scopes.ts'
import { createSpotifyEmulator } from './emulator.ts'
import { createEmulatorServer } from './emulator-server.ts'
import type { EmulatorOptions } from './options.ts'

const usage = `The built-in music service on its own.
  --port N         port to listen on (default 8090)
  --host ADDRESS   address to listen on (default 127.0.0.1)
  --data DIR       folder of the database (default: in memory)
  --song-cache-mb N  megabytes of encoded bundled songs in that folder (default 512, or SONG_CACHE_MB)
  --music DIR      own music files instead of the bundled songs (or MUSIC_DIR)
  --client ID[:SECRET]  an app that may ask for consent; may be repeated (default: jointly). The default of
                   SECRET is the variable PROVIDER_SECRET, which other users of the machine cannot read
  --scope SCOPE    a scope that those apps may ask for; may be repeated (default: those of Jointly)
  --redirect URI   an allowed redirect address of those apps; may be repeated
  --origin ORIGIN  the public origin (default: the origin of each request). Only its pages may then link and play
  --passed-on      requests come through a server (PROVIDER_URL): addresses of pictures without an origin
  --login-as       login_as=<listener> approves without a page, for tests (or PROVIDER_LOGIN_AS=on)
  --control        fault switches below /spotify/__emu, for clients on this machine`

/** Prints why the service cannot start in one line, and ends the process. */
function refuseStart(reason: string): never {
  console.error(reason)
  process.exit(1)
}

/** Returns the result of a step of the start. If the step fails, the process ends with the reason in one line. */
function orRefuse<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return refuseStart(`The built-in music service cannot start: ${reason}`)
  }
}

const readOptions = () =>
  parseArgs({
    options: {
      port: { type: 'string', default: '8090' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      'song-cache-mb': { type: 'string' },
      music: { type: 'string' },
      client: { type: 'string', multiple: true, default: ['jointly'] },
      scope: { type: 'string', multiple: true, default: [...playingScopes] },
      redirect: { type: 'string', multiple: true, default: [] },
      origin: { type: 'string' },
      'passed-on': { type: 'boolean', default: false },
      'login-as': { type: 'boolean', default: process.env['PROVIDER_LOGIN_AS'] === 'on' },
      control: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
const { values } = orRefuse(readOptions)
if (values.help) {
  console.log(usage)
  process.exit(0)
}

/** Returns whether a host name or address means the machine itself. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

const isPublic = values.origin !== undefined && !isLoopback(URL.parse(values.origin)?.hostname ?? '')
if (values['login-as'] && (isPublic || !isLoopback(values.host))) {
  refuseStart(
    'PROVIDER_LOGIN_AS (or --login-as) is on, but --host or --origin says that others can reach this service: they could link accounts without its page. Remove it, because it is for tests on this machine only.',
  )
}

const musicDir = values.music ?? process.env['MUSIC_DIR']
const songCacheMb = values['song-cache-mb'] ?? process.env['SONG_CACHE_MB'] ?? ''
if (!/^\d{0,6}$/.test(songCacheMb)) refuseStart('SONG_CACHE_MB must be a number from 0 to 999999')
const ownSecret = process.env['PROVIDER_SECRET'] || undefined
const options: EmulatorOptions = {
  clients: values.client.map((given) => {
    const [id = '', secret = ownSecret] = given.split(':')
    return {
      id,
      redirectUris: values.redirect,
      scopes: values.scope,
      ...(secret === undefined ? {} : { secret }),
    }
  }),
  control: values.control,
  loginAs: values['login-as'],
  log: (level, message, details) => console[level](message, details ?? ''),
  ...(values.origin === undefined ? {} : { publicOrigin: values.origin }),
  ...(values['passed-on'] ? { imageOrigin: '', behindProxy: true } : {}),
  ...(values.data === undefined ? {} : { dataDir: values.data }),
  ...(songCacheMb === '' ? {} : { songCacheBytes: Number(songCacheMb) * 1024 * 1024 }),
  ...(musicDir === undefined || musicDir === '' ? {} : { musicDir }),
}
const emulator = orRefuse(() => createSpotifyEmulator(options))

const server = createEmulatorServer(emulator, values['passed-on'])
server.on('error', (error) => refuseStart(`Cannot listen on ${values.host}:${values.port}: ${error.message}`))
server.once('listening', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : values.port
  console.log(`Built-in music service on http://${values.host}:${port}/spotify`)
})
orRefuse(() => server.listen(Number(values.port), values.host))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close()
    server.closeAllConnections()
    void emulator.close().then(() => process.exit(0))
  })
}
