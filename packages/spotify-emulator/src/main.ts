import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { playingScopes } from './accounts/scopes.ts'
import { createSpotifyEmulator } from './emulator.ts'

const usage = `The built-in music service on its own.
  --port N         port to listen on (default 8090)
  --host ADDRESS   address to listen on (default 127.0.0.1)
  --data DIR       where links and typed names are kept (default: in memory)
  --music DIR      own music files instead of the bundled songs (or MUSIC_DIR)
  --client ID[:SECRET]  an app that may ask for consent; may be repeated (default: jointly). Without SECRET it is
                   PROVIDER_SECRET of the environment, which nobody else on the machine can read
  --scope SCOPE    what those apps may ask people for; may be repeated (default: what Jointly asks for)
  --redirect URI   an address of those apps people may be sent back to; may be repeated
  --origin ORIGIN  where people reach it (default: the address by which each asks)
  --passed-on      for servers that pass it on (PROVIDER_URL): addresses of pictures without an origin
  --login-as       lets login_as=<listener> approve without a page, for tests (or PROVIDER_LOGIN_AS=on)
  --control        fault switches below /spotify/__emu, for this machine only`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string' },
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
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const musicDir = values.music ?? process.env['MUSIC_DIR']
const ownSecret = process.env['PROVIDER_SECRET'] || undefined
const emulator = createSpotifyEmulator({
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
  ...(values['passed-on'] ? { imageOrigin: '', passedOn: true } : {}),
  ...(values.data === undefined ? {} : { dataDir: values.data }),
  ...(musicDir === undefined || musicDir === '' ? {} : { musicDir }),
})

const server = createServer((request, response) => void emulator.handle(request, response))
server.on('upgrade', (request, socket, head) => {
  if (!emulator.upgrade(request, socket, head)) socket.destroy()
})
server.on('error', (error) => {
  console.error(`Cannot listen on ${values.host}:${values.port}: ${error.message}`)
  process.exit(1)
})
server.listen(Number(values.port), values.host, () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : values.port
  console.log(`Built-in music service on http://${values.host}:${port}/spotify`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close()
    server.closeAllConnections()
    void emulator.close().then(() => process.exit(0))
  })
}
