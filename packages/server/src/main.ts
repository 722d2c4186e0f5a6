import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { StartError } from './start-error.ts'

/** How long open calls may take to end when the server is asked to stop, in milliseconds. */
const STOP_WITHIN_MS = 10_000

try {
  const app = await createApp(readConfig(process.env))
  const address = await app.listen().catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  console.log(`Jointly is at ${address}`)
  const link = await app.activationLink()
  if (link) console.log(`Make the first account here, within 14 days: ${link}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(app.close))
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function stop(close: () => Promise<void>): Promise<void> {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  await close()
}
