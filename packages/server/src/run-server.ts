import { parseArgs } from 'node:util'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { type App, createApp } from './app.ts'
import { networkInterfaces } from 'node:os'
import { readConfig } from './config.ts'
import { readHomeConfig } from './platform/lifecycle/home-network.ts'
import { StartError } from './platform/lifecycle/start-error.ts'

/** After this time in milliseconds, a shutdown that has not finished is stopped by force. */
const STOP_WITHIN_MS = 10_000
/** Above this size in bytes, V8's memory for new objects (both halves together) does not grow any more. */
const MAX_NEW_SPACE = 32 * 1024 * 1024
/** How often the size of V8's memory for new objects is checked, in milliseconds. */
const CHECK_EVERY_MS = 1_000

/**
 * Runs the server in this process until it gets a signal, or prints why the server cannot start. With the
 * argument `--lan` everyone in the home network can open the server (J8).
 */
export async function runServer(): Promise<void> {
  try {
    const { isLan, port } = readArguments(process.argv.slice(2))
    const environment = port === undefined ? process.env : { ...process.env, PORT: port }
    const config = isLan ? readHomeConfig(environment, networkInterfaces()) : readConfig(environment)
    const app = await createApp(config)
    const serving = serve(app, isLan)
    let stopping: Promise<void> | null = null
    // A further signal must not end the process before the stop has finished, and npm passes on Ctrl-C once more.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => void (stopping ??= stop(app, serving)))
    await serving
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Reads the options of `npm start`. @throws StartError for an unknown option */
function readArguments(args: string[]): { isLan: boolean; port: string | undefined } {
  try {
    const { values } = parseArgs({ args, options: { lan: { type: 'boolean' }, port: { type: 'string' } } })
    return { isLan: values.lan === true, port: values.port }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new StartError(`${reason}\nThe options are --lan and --port N. Everything else is a setting.`)
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
    // An error of `close` is ignored, because the operator needs the first error.
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
 * Limits V8's memory for new objects. Otherwise V8 doubles it under load up to about 100 MiB, and garbage collection
 * takes longer pauses. The size is checked regularly, because V8 makes this memory smaller when it is idle.
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
 * Makes V8 collect old objects only when their memory has doubled. By default, V8 collects them once a second under
 * load, and each collection delays answers by up to 30 ms.
 */
function collectOldObjectsRarely(): void {
  setFlagsFromString('--heap-growing-percent=100')
}

async function stop(app: App, serving: Promise<void>): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  // A signal can come during the start. The server is then closed after the start has finished or failed.
  await serving.catch(() => undefined)
  await app.close()
  // A connection to a mail server or a provider that does not answer would keep the process.
  process.exit()
}
