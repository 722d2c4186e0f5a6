import * as z from 'zod/mini'
import type { DrivenPage } from './driven-page.ts'

const Message = z.object({
  id: z.optional(z.nullable(z.number())),
  type: z.string(),
  method: z.optional(z.string()),
  params: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  message: z.optional(z.string()),
})

/** The time limit for the answer to a command, in milliseconds. */
const ANSWER_LIMIT_MS = 60_000

/** A connection to a browser by the WebDriver BiDi protocol. */
type Connection = {
  send(method: string, params: object): Promise<unknown>
  /** Calls the listener with every event of the browser. */
  onEvent(listener: (method: string, params: unknown) => void): void
  close(): void
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)))
  })
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  const listeners: ((method: string, params: unknown) => void)[] = []
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const message = Message.parse(JSON.parse(String(data)))
    if (message.type === 'event') for (const each of listeners) each(message.method ?? '', message.params)
    const call = waiting.get(message.id ?? 0)
    waiting.delete(message.id ?? 0)
    if (message.type === 'error') call?.reject(new Error(message.message))
    else call?.resolve(message.result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended.'))
  })
  return {
    send(method, params) {
      lastId += 1
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const limit = setTimeout(
        () => reject(new Error(`${method}: no answer in ${ANSWER_LIMIT_MS / 1000} s`)),
        ANSWER_LIMIT_MS,
      )
      waiting.set(lastId, { resolve, reject })
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return promise.finally(() => clearTimeout(limit))
    },
    onEvent: (listener) => void listeners.push(listener),
    close: () => socket.close(),
  }
}

const Tree = z.object({ contexts: z.array(z.object({ context: z.string() })) })
const LogEntry = z.object({ level: z.string(), type: z.string(), text: z.nullable(z.string()) })
const Result = z.object({
  type: z.string(),
  result: z.optional(z.object({ value: z.optional(z.unknown()) })),
  exceptionDetails: z.optional(z.object({ text: z.string() })),
})
const Picture = z.object({ data: z.string() })

/**
 * Controls the first tab of a browser by WebDriver BiDi.
 * @param size the size of the page
 * @param firstScript the text of a function that runs in each page before its own scripts
 */
export async function bidiPage(
  address: string,
  size: { width: number; height: number },
  firstScript?: string,
): Promise<DrivenPage> {
  const { send, onEvent, close } = await connect(address)
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  if (firstScript !== undefined) await send('script.addPreloadScript', { functionDeclaration: firstScript })
  const errors: string[] = []
  onEvent((method, params) => {
    if (method !== 'log.entryAdded') return
    const { level, type, text } = LogEntry.parse(params)
    if (type === 'javascript' && level === 'error') errors.push(text ?? '')
  })
  const { contexts } = Tree.parse(await send('browsingContext.getTree', {}))
  const context = contexts[0]?.context ?? ''
  await send('browsingContext.setViewport', { context, viewport: size })
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async call(functionText, args) {
      const answer = await send('script.callFunction', {
        functionDeclaration: `async (args) => JSON.stringify((await (${functionText})(...JSON.parse(args))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        target: { context },
      })
      const { result, exceptionDetails } = Result.parse(answer)
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      const value: unknown = JSON.parse(z.string().parse(result?.value))
      return value
    },
    perform: async (input) => void (await send('input.performActions', { context, actions: [input] })),
    async screenshot() {
      const answer = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(Picture.parse(answer).data, 'base64')
    },
    errors: async () => errors,
    async close() {
      await send('browser.close', {}).catch(() => undefined)
      close()
    },
  }
}
