import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { PosterRequest } from './draw-poster.ts'

/** Renders posters in a worker thread. */
export type PosterRenderer = {
  /**
   * Renders a poster.
   * @returns the PDF, or null if too many requests are waiting
   */
  render(request: PosterRequest): Promise<Buffer | null>
  close(): Promise<void>
}

const MAX_WAITING = 16
const MAX_CACHED = 24
/** An idle worker stays for this many milliseconds, because it has the fonts in memory for the next poster. */
const STOP_AFTER_MS = 20_000

const Answer = z.object({
  id: z.int(),
  pdf: z.nullable(z.instanceof(Uint8Array)),
  error: z.nullable(z.string()),
})

type PendingPoster = { resolve(pdf: Buffer): void; reject(error: Error): void }

/**
 * Creates the renderer. The worker starts with the first request, so that a server without posters loads no
 * fonts.
 */
export function createPosterRenderer(): PosterRenderer {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED })
  const waiting = new Map<number, PendingPoster>()
  let worker: Worker | null = null
  let stopTimer: NodeJS.Timeout | undefined
  let lastId = 0

  async function stop(): Promise<void> {
    clearTimeout(stopTimer)
    const stopped = worker
    worker = null
    failAll(new Error('the renderer was stopped'))
    await stopped?.terminate()
  }

  function failAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function start(): Worker {
    const started = new Worker(new URL('./poster-worker.ts', import.meta.url))
    started.unref()
    started.on('message', (message: unknown) => {
      const { id, pdf, error } = Answer.parse(message)
      const asked = waiting.get(id)
      waiting.delete(id)
      if (pdf) asked?.resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
      else asked?.reject(new Error(`a poster cannot be printed: ${error}`))
      if (waiting.size === 0) stopTimer = setTimeout(() => void stop(), STOP_AFTER_MS).unref()
    })
    // An error of an old worker must not end the requests of the current worker.
    const fail = (error: Error) => {
      if (worker !== started) return
      worker = null
      failAll(error)
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the renderer was stopped')))
    return started
  }

  function renderInWorker(request: PosterRequest): Promise<Buffer> {
    clearTimeout(stopTimer)
    worker ??= start()
    const id = ++lastId
    const asked = worker
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      asked.postMessage({ id, request })
    })
  }

  return {
    async render(request) {
      const key = JSON.stringify(request)
      const cached = cache.get(key)
      if (cached) return cached
      if (waiting.size >= MAX_WAITING) return null
      const rendering = renderInWorker(request)
      cache.set(key, rendering)
      rendering.catch(() => cache.delete(key))
      return rendering
    },
    close: stop,
  }
}
