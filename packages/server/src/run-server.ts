import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { type App, createApp } from './app.ts'
import { networkInterfaces } from 'node:os'
import { readConfig } from './config.ts'
import { readHomeConfig } from './platform/lifecycle/home-network.ts'
import { StartError } from './platform/lifecycle/start-error.ts'

/** How long the shutdown may take, in milliseconds. */
const STOP_WITHIN_MS = 10_000
/** The maximum of V8's space for new objects, which has two halves, in bytes. */
const MAX_NEW_SPACE = 32 * 1024 * 1024
/** How often the size of that space is checked, in milliseconds. */
const CHECK_EVERY_MS = 1_000

/**
 * Runs the server in this process until it gets a signal. If it cannot start, it prints why. With the argument `--lan`
 * everyone in the home network can open it (J8).
 */
export async function runServer(): Promise<void> {
  try {
    const isLan = process.argv.includes('--lan')
    const config = isLan ? readHomeConfig(process.env, networkInterfaces()) : readConfig(process.env)
    const app = await createApp(config)
    const serving = serve(app, isLan)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(app, serving))
    await serving
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function serve(app: App, isLan: boolean): Promise<void> {
  try {
    console.log(`Jointly is at ${await app.listen()}`)
    if (isLan) await printHomeAddress(app.homeOrigin())
    limitNewSpace()
    collectOldObjectsRarely()
    const link = await app.activationLink()
    if (link) console.log(`Make the first account here, within 14 days: ${link}`)
  } catch (error) {
    // The first error matters, not a later error of the clean-up.
    await app.close().catch(() => undefined)
    throw error
  }
}

/** Prints the address for the home network as text and as a QR code (J8). */
async function printHomeAddress(origin: string | null): Promise<void> {
  if (origin === null) return console.log('This machine is in no network, so nobody else can open Jointly.')
  const { terminalQr } = await import('./features/share/terminal-qr.ts')
  console.log(`\n${terminalQr(origin)}\n\nOn phones and computers in your network, open ${origin}`)
}

/**
 * Limits the space for new objects. Under load V8 doubles it up to about 100 MiB. A smaller space is collected more often,
 * in shorter pauses. While the server is idle V8 shrinks the space, so it must be allowed to grow up to the limit again.
 */
function limitNewSpace(): void {
  const setGrowth = () => {
    const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    setFlagsFromString(`--semi-space-growth-factor=${(newSpace?.space_size ?? 0) < MAX_NEW_SPACE ? 2 : 1}`)
  }
  setGrowth()
  setInterval(setGrowth, CHECK_EVERY_MS).unref()
}

/**
 * Makes V8 collect old objects only when they have doubled. By default it does so after a few megabytes, under load once a
 * second, and then answers wait for up to 30 ms.
 */
function collectOldObjectsRarely(): void {
  setFlagsFromString('--heap-growing-percent=100')
}

async function stop(app: App, serving: Promise<void>): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  // A server that is still starting must finish its start before it is closed.
  await serving.catch(() => undefined)
  await app.close()
}
