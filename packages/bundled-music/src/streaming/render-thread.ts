import { Worker } from 'node:worker_threads'
import { parseRenderAnswer, type RenderRequest } from './render-messages.ts'

/** How long an idle thread (and the notes it keeps) stays before its memory is given back. */
const IDLE_MS = 60_000

type Waiting = { readonly resolve: (samples: ArrayBuffer) => void; readonly reject: (error: Error) => void }

export type RenderThread = {
  /** 16 bit interleaved samples of one block; rejects when the song is unknown or the thread died. */
  render(trackId: string, block: number): Promise<ArrayBuffer>
  close(): Promise<void>
}

/**
 * Owns the rendering thread: it is started by the first request, restarted by the next request after a failure,
 * and stopped when nothing was asked of it for a minute. It never keeps the process alive.
 */
export function createRenderThread(): RenderThread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let closed = false
  const waiting = new Map<number, Waiting>()

  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const stop = async (): Promise<void> => {
    const stopping = worker
    worker = undefined
    await stopping?.terminate()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url))
    started.on('message', (message: unknown) => {
      const answer = parseRenderAnswer(message)
      const asked = waiting.get(answer.requestId)
      waiting.delete(answer.requestId)
      if ('samples' in answer) asked?.resolve(answer.samples)
      else asked?.reject(new Error(answer.failure))
      if (waiting.size === 0) {
        started.unref()
        clearTimeout(idle)
        idle = setTimeout(() => void stop(), IDLE_MS)
        idle.unref()
      }
    })
    const lost = (error: Error): void => {
      if (worker !== started) return
      worker = undefined
      failAll(error)
    }
    started.on('error', lost)
    started.on('exit', () => lost(new Error('the rendering thread ended')))
    return started
  }

  return {
    render(trackId, block) {
      if (closed) return Promise.reject(new Error('the renderer is closed'))
      clearTimeout(idle)
      worker ??= start()
      worker.ref()
      lastId += 1
      const request: RenderRequest = { requestId: lastId, trackId, block }
      const answered = new Promise<ArrayBuffer>((resolve, reject) =>
        waiting.set(request.requestId, { resolve, reject }),
      )
      worker.postMessage(request)
      return answered
    },
    async close() {
      closed = true
      clearTimeout(idle)
      await stop()
      failAll(new Error('the renderer is closed'))
    },
  }
}
