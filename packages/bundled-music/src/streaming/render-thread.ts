import { Worker } from 'node:worker_threads'
import type { RenderRequest, RenderResult } from './render-worker.ts'

/** A thread without requests is stopped after this many milliseconds, in order to free its memory. */
const IDLE_MS = 60_000

type PendingRequest = PromiseWithResolvers<ArrayBuffer>

export type RenderThread = {
  /** Renders and encodes one block. Rejects if the song is unknown or the thread has stopped. */
  render(trackId: string, block: number): Promise<ArrayBuffer>
  close(): Promise<void>
}

/**
 * Starts and stops the rendering thread. A request starts the thread, and a minute without requests stops it.
 */
export function createRenderThread(): RenderThread {
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0
  let isClosed = false
  const pending = new Map<number, PendingRequest>()

  const rejectAll = (error: Error): void => {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  const stop = async (): Promise<void> => {
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }
  const receive = (from: Worker, result: RenderResult): void => {
    const request = pending.get(result.requestId)
    pending.delete(result.requestId)
    if ('packets' in result) request?.resolve(result.packets)
    else request?.reject(new Error(result.failure))
    if (pending.size > 0) return
    from.unref()
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => void stop(), IDLE_MS)
    idleTimer.unref()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url))
    const fail = (error: Error): void => {
      if (worker !== started) return
      worker = undefined
      rejectAll(error)
    }
    started.on('message', (result: RenderResult) => receive(started, result))
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the rendering thread ended')))
    return started
  }

  return {
    render(trackId, block) {
      if (isClosed) return Promise.reject(new Error('the renderer is closed'))
      clearTimeout(idleTimer)
      worker ??= start()
      worker.ref()
      lastId += 1
      const request = Promise.withResolvers<ArrayBuffer>()
      pending.set(lastId, request)
      worker.postMessage({ requestId: lastId, trackId, block } satisfies RenderRequest)
      return request.promise
    },
    async close() {
      isClosed = true
      clearTimeout(idleTimer)
      await stop()
      rejectAll(new Error('the renderer is closed'))
    },
  }
}
