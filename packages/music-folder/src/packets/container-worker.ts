import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { isFileSystemError, type PacketSource } from '@jointly/music-library'
import { openContainer } from './container-packets.ts'
import type { ContainerAnswer, ContainerRequest } from './container-thread.ts'
import { byteFile, type ReadBytes } from './read-file.ts'

const maxOpenFiles = 12

const opened = new LRUCache<number, Promise<PacketSource | null>>({ max: maxOpenFiles })

/** Returns the opened file. Opens it if necessary. */
function open({ file, path, byteLength }: ContainerRequest): Promise<PacketSource | null> {
  const known = opened.get(file)
  if (known !== undefined) return known
  const forget = (error: unknown): never => {
    opened.delete(file)
    throw error
  }
  const bytes = byteFile(path, byteLength)
  // After a failed read, the next request opens the file again. The file system may give it then, and mediabunny would
  // repeat the failed read together with the next read near it. After other errors, other parts can still be read.
  const read: ReadBytes = (start, end) => bytes.read(start, end).catch(forget)
  const source = openContainer({ ...bytes, read }).catch(forget)
  opened.set(file, source)
  return source
}

async function answer(request: ContainerRequest): Promise<ContainerAnswer> {
  const { id, part } = request
  const source = await open(request)
  if (source === null) return { id, format: null }
  if (part !== null) return { id, part: await source.read(part.fromFrame, part.untilFrame) }
  const { codec, sampleRate, channels, setup, frames } = source
  return { id, format: { codec, sampleRate, channels, setup, frames } }
}

parentPort?.on('message', (request: ContainerRequest) => {
  answer(request).then(
    (result) => parentPort?.postMessage(result),
    (error: unknown) => {
      const syscall = isFileSystemError(error) ? String(error.syscall) : null
      parentPort?.postMessage({ id: request.id, error: String(error), syscall } satisfies ContainerAnswer)
    },
  )
})
