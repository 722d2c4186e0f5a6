import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { type App, createApp } from './app.ts'
import { readConfig } from './config.ts'
import { StartError } from './platform/lifecycle/start-error.ts'

/** How long open calls may take to end when the server is asked to stop, in milliseconds. */
const STOP_WITHIN_MS = 10_000
/** So much space for new objects, both halves of it, is enough; in bytes. */
const YOUNG_ENOUGH = 32 * 1024 * 1024
/** How often it is looked at, in milliseconds. */
const YOUNG_EVERY_MS = 1_000

/** Runs the server as this process: until it is asked to stop, or, where it cannot start, until it has said why. */
export async function runServer(): Promise<void> {
  try {
    const app = await createApp(readConfig(process.env))
    const serving = serve(app)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(app, serving))
    await serving
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

async function serve(app: App): Promise<void> {
  try {
    console.log(`Jointly is at ${await app.listen()}`)
    keepYoungGenerationSmall()
    collectOldGarbageSeldom()
    const link = await app.activationLink()
    if (link) console.log(`Make the first account here, within 14 days: ${link}`)
  } catch (error) {
    // Why it cannot serve is told, not what failed of ending it.
    await app.close().catch(() => undefined)
    throw error
  }
}

/**
 * V8 doubles the space for new objects again and again while thousands come in at once, up to some 100 MiB. What
 * starting needed is enough: garbage is collected more often then, in smaller pieces. While nothing happens V8 makes the
 * space small; then it may grow again, or garbage would be collected two hundred times a second for ever.
 */
function keepYoungGenerationSmall(): void {
  const bound = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    setFlagsFromString(`--semi-space-growth-factor=${(young?.space_size ?? 0) < YOUNG_ENOUGH ? 2 : 1}`)
  }
  bound()
  setInterval(bound, YOUNG_EVERY_MS).unref()
}

/**
 * V8 goes through all objects as soon as the old ones have grown by a few megabytes, of a small heap once a second
 * under load, with all the cores it finds: answers then wait for up to 30 ms. Here it waits until they have doubled.
 */
function collectOldGarbageSeldom(): void {
  setFlagsFromString('--heap-growing-percent=100')
}

async function stop(app: App, serving: Promise<void>): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  // What is still beginning would go on beginning after its end.
  await serving.catch(() => undefined)
  await app.close()
}
