import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from '../setup/install.js'
import { exitOnSignals } from './child-process.ts'
import { freePort } from './free-port.ts'
import { waitUntilHealthy } from './health.ts'
import { keepListening } from './listening.ts'
import { people } from './people.ts'
import { seed } from './seed.ts'

const port = Number(process.env.PORT ?? 3000)
const origin = `http://localhost:${port}`

const serverOrigin = await startServer()
await waitUntilHealthy(serverOrigin)
await startWeb(serverOrigin)
const seeded = await seed(serverOrigin)
const [session] = seeded.sessions
if (session) keepListening(seeded.people.carla, session)
announce()

/**
 * Starts the server with the built-in provider and without data. When a source file changes, the server restarts with
 * the same data.
 */
async function startServer(): Promise<string> {
  const dataDir = join(root, '.cache', 'dev-world')
  await rm(dataDir, { recursive: true, force: true })
  const serverPort = await freePort()
  const args = ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts']
  const server = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(serverPort),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      PROVIDER_LOGIN_AS: 'on',
    },
  })
  process.on('exit', () => server.kill())
  exitOnSignals(0)
  return `http://127.0.0.1:${serverPort}`
}

/**
 * Starts the web app, which reloads when a source changes. It forwards requests for the server's paths (`proxy` in
 * vite.config.ts).
 */
async function startWeb(server: string): Promise<void> {
  process.env.JOINTLY_SERVER = server
  const vite = await createServer({
    root: join(root, 'packages/web'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port, strictPort: true },
  })
  await vite.listen()
}

function announce(): void {
  console.log(`\nJointly in development is at ${origin}\n`)
  console.log('  person   password     linked as')
  for (const { username, password, linkedAs } of Object.values(people))
    console.log(`  ${username.padEnd(8)} ${password.padEnd(12)} ${linkedAs ?? '(listens without playing)'}`)
  console.log('\ndora has level 735; alice owns the sessions; carla listens in "Kitchen on Friday".')
}
