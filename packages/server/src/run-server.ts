import { setFlagsFromString } from 'node:v8'
import { type App, createApp } from './app.ts'
import { readConfig } from './config.ts'
import { StartError } from './start-error.ts'

/** How long open calls may take to end when the server is asked to stop, in milliseconds. */
const STOP_WITHIN_MS = 10_000

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
    const link = await app.activationLink()
    if (link) console.log(`Make the first account here, within 14 days: ${link}`)
  } catch (error) {
    await app.close()
    throw error
  }
}

/**
 * V8 doubles the space for new objects again and again while thousands come in at once, up to some 100 MiB, and never
 * gives it back. What starting needed (some 16 MiB) is enough: garbage is collected more often then, in smaller pieces.
 */
function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

async function stop(app: App, serving: Promise<void>): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  // What is still beginning would go on beginning after its end.
  await serving.catch(() => undefined)
  await app.close()
}
