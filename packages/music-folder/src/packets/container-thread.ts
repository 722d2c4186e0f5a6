import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type PacketSource, TemporaryError } from '@jointly/music-library'
import type { ByteFile } from './read-file.ts'

/**
 * The processor time in milliseconds that the thread may use until its next answer. Then the thread is ended, because
 * a broken file may keep it busy for ever. The processor time does not grow while other programs use the processor.
 */
const maxBusyMs = 3_000
/** The longest wait for an answer, in milliseconds. A thread that waits for a disk needs no processor time. */
const maxWaitMs = 60_000
const checkEveryMs = 250
const maxMemoryMb = 256

type Format = Pick<PacketSource, 'codec' | 'sampleRate' | 'channels' | 'setup' | 'frames'>
type Part = Awaited<ReturnType<PacketSource['read']>>

/**
 * A request to the thread: for the format of a file, or for a part of its sound. The thread opens the file if
 * necessary.
 */
export type ContainerRequest = {
  readonly id: number
  /** The number by which the thread identifies an opened file. */
  readonly file: number
  readonly path: string
  readonly byteLength: number
  readonly part: { readonly fromFrame: number; readonly untilFrame: number } | null
}

export type ContainerAnswer = { readonly id: number } & (
  | { readonly format: Format | null }
  | { readonly part: Part }
  | {
      readonly error: string
      /** The failed call of the file system. Null if the file is broken. */
      readonly syscall: string | null
    }
)

type PendingAnswer = {
  readonly path: string
  readonly resolve: (answer: ContainerAnswer) => void
  readonly reject: (error: Error) => void
}
type Thread = { readonly worker: Worker; readonly waiting: Map<number, PendingAnswer>; answers: number }

let thread: Thread | null = null
let count = 0

/**
 * Opens a file of a container format (Ogg, MP4) in a separate thread, so that a broken file cannot block other work.
 * @returns null if the codec is not known
 * @throws when the file is broken, or when the file system does not give it
 */
export async function openContainerFile({ path, byteLength }: ByteFile): Promise<PacketSource | null> {
  count += 1
  const file = { file: count, path, byteLength }
  const answer = await ask({ ...file, part: null })
  if (!('format' in answer)) throw new Error('not a format')
  if (answer.format === null) return null
  return {
    ...answer.format,
    async read(fromFrame, untilFrame) {
      const read = await ask({ ...file, part: { fromFrame, untilFrame } })
      if (!('part' in read)) throw new Error('not a part')
      return read.part
    },
  }
}

/** Sends a request to the thread. Starts the thread if it does not run. */
async function ask(request: Omit<ContainerRequest, 'id'>): Promise<ContainerAnswer> {
  const asked = (thread ??= startThread())
  count += 1
  const id = count
  const answer = new Promise<ContainerAnswer>((resolve, reject) => {
    asked.waiting.set(id, { path: request.path, resolve, reject })
    asked.worker.postMessage({ ...request, id })
  })
  if (asked.waiting.size === 1) void endWhenStuck(asked)
  return answer
}

/** Ends the thread if it does not answer within the limits. Stops when no request waits. */
async function endWhenStuck(watched: Thread): Promise<void> {
  let last = { answers: -1, usedMs: 0, atMs: 0 }
  while (watched.waiting.size > 0) {
    const usedMs = await usedMsOf(watched.worker)
    const atMs = performance.now()
    if (watched.answers !== last.answers) last = { answers: watched.answers, usedMs, atMs }
    else if (usedMs - last.usedMs > maxBusyMs || atMs - last.atMs > maxWaitMs)
      return endThread(watched, 'the file keeps the reader busy')
    await pause(checkEveryMs)
  }
}

/** Returns the processor time that a thread has used, in milliseconds. It is 0 before the thread has started. */
async function usedMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}

function startThread(): Thread {
  const worker = new Worker(new URL('./container-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })
  const started: Thread = { worker, waiting: new Map(), answers: 0 }
  worker.unref()
  worker.on('message', (answer: ContainerAnswer) => {
    started.answers += 1
    const request = started.waiting.get(answer.id)
    started.waiting.delete(answer.id)
    if (!('error' in answer)) return request?.resolve(answer)
    const { error, syscall } = answer
    request?.reject(Object.assign(new Error(error), syscall !== null && { syscall }))
  })
  worker.on('error', (error) => endThread(started, String(error)))
  return started
}

/** Ends a thread. Requests that wait for it fail, and the next request starts another thread. */
function endThread(ended: Thread, reason: string): void {
  if (thread === ended) thread = null
  void ended.worker.terminate()
  const error = errorOfEnd(reason, [...ended.waiting.values()])
  for (const { reject } of ended.waiting.values()) reject(error)
  ended.waiting.clear()
}

/**
 * Returns the error for the requests that waited for an ended thread. If all of them need the same file, it is broken.
 * Of several files, it is not known which one is broken, so each can be tried again.
 */
export function errorOfEnd(reason: string, waiting: readonly Pick<ContainerRequest, 'path'>[]): Error {
  const files = new Set(waiting.map(({ path }) => path))
  return files.size > 1 ? new TemporaryError(reason) : new Error(reason)
}
