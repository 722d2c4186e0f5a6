import * as z from 'zod/mini'
import type { DrivenPage } from './driven-page.ts'

const Answer = z.object({ value: z.unknown() })
const Session = z.object({ sessionId: z.string() })
const Failure = z.object({ error: z.string(), message: z.string() })
const Outcome = z.object({ json: z.optional(z.string()), error: z.optional(z.string()) })

/**
 * Controls the tab of a new browser by WebDriver.
 * @param driver the address of the driver
 * @param capabilities which browser to start
 * @param size the size of the window
 */
export async function webDriverPage(
  driver: string,
  capabilities: object,
  size: { width: number; height: number },
): Promise<DrivenPage> {
  const created = await send(driver, 'POST', '/session', { capabilities: { alwaysMatch: capabilities } })
  const session = `/session/${Session.parse(created).sessionId}`
  const post = (path: string, body: object) => send(driver, 'POST', session + path, body)
  await post('/window/rect', size)
  /** Runs the text of a function in the page. WebDriver waits for the callback `done`. */
  const call = async (functionText: string, args: readonly unknown[]) => {
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve().then(() => (${functionText})(...JSON.parse(arguments[0])))
        .then((result) => done({ json: JSON.stringify(result ?? null) }), (error) => done({ error: String(error) }))`
    const answer = await post('/execute/async', { script, args: [JSON.stringify(args)] })
    const { json, error } = Outcome.parse(answer)
    if (error !== undefined) throw new Error(error)
    const result: unknown = JSON.parse(json ?? 'null')
    return result
  }
  return {
    async goto(url) {
      await post('/url', { url })
      await call(String(collectErrors), [])
    },
    call,
    perform: async (input) => void (await post('/actions', { actions: [input] })),
    screenshot: async () =>
      Buffer.from(z.string().parse(await send(driver, 'GET', `${session}/screenshot`)), 'base64'),
    errors: async () => z.array(z.string()).parse(await call('() => window.uncaughtErrors', [])),
    close: async () => void (await send(driver, 'DELETE', session).catch(() => undefined)),
  }
}

declare global {
  interface Window {
    uncaughtErrors?: string[]
  }
}

/**
 * Collects the uncaught errors after the page has loaded, because WebDriver does not report errors. This runs in the
 * page.
 */
function collectErrors(): void {
  if (window.uncaughtErrors) return
  const errors: string[] = []
  window.uncaughtErrors = errors
  addEventListener('error', ({ message }) => errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
}

async function send(driver: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = Answer.parse(await answer.json())
  if (answer.ok) return value
  const { error, message } = Failure.parse(value)
  throw new Error(`${error}: ${message}`)
}
