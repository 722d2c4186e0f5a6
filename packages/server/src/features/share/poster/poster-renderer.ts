import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { PosterRequest } from './poster.ts'

/** Renders posters in a worker thread. */
export type PosterRenderer = {
  /** @returns the PDF, or null if too many requests are waiting */
  print(wish: PosterRequest): Promise<Buffer | null>
  close(): Promise<void>
}

const MOST_WAITING = 16
const MOST_KEPT = 24
/** The worker, which keeps fonts in memory, ends after this many milliseconds without a request. */
const REST_AFTER_MS = 20_000

const Answer = z.object({
  id: z.int(),
  pdf: z.nullable(z.instanceof(Uint8Array)),
  error: z.nullable(z.string()),
})

type Waiting = { resolve(pdf: Buffer): void; reject(error: Error): void }

/** Creates the renderer. The worker starts with the first request, so a server without posters loads no fonts. */
export function createPosterRenderer(): PosterRenderer {
  const kept = new Map<string, Promise<Buffer>>()
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let rest: NodeJS.Timeout | undefined
  let lastId = 0

  async function stop(): Promise<void> {
    clearTimeout(rest)
    const stopped = worker
    worker = null
    failAll(new Error('the press was stopped'))
    await stopped?.terminate()
  }

  function failAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url))
    started.unref()
    started.on('message', (message: unknown) => {
      const { id, pdf, error } = Answer.parse(message)
      const asked = waiting.get(id)
      waiting.delete(id)
      if (pdf) asked?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
      else asked?.reject(new Error(`a poster cannot be printed: ${error}`))
      if (waiting.size === 0) rest = setTimeout(() => void stop(), REST_AFTER_MS).unref()
    })
    // A stopped worker may end while the next one is running.
    const fail = (error: Error) => {
      if (worker !== started) return
      worker = null
      failAll(error)
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the press was stopped')))
    return started
  }

  function ask(wish: PosterRequest): Promise<Buffer> {
    clearTimeout(rest)
    worker ??= start()
    const id = ++lastId
    const asked = worker
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      asked.postMessage({ id, wish })
    })
  }

  return {
    async print(wish) {
      const key = JSON.stringify(wish)
      const known = kept.get(key)
      if (known) return known
      if (waiting.size >= MOST_WAITING) return null
      const printing = ask(wish)
      kept.set(key, printing)
      printing.catch(() => kept.delete(key))
      const oldest = kept.keys().next()
      if (kept.size > MOST_KEPT && !oldest.done) kept.delete(oldest.value)
      return printing
    },
    close: stop,
  }
}
