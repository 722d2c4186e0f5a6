import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { isFileSystemError, type PacketSource } from '@jointly/music-library'
import { openContainer } from './container-packets.ts'
import type { ContainerAnswer, ContainerRequest } from './container-thread.ts'
import { byteFile } from './read-file.ts'

const maxOpenFiles = 12

const opened = new LRUCache<number, Promise<PacketSource | null>>({ max: maxOpenFiles })

const open = ({ file, path, byteLength }: ContainerRequest): Promise<PacketSource | null> => {
  const source = opened.get(file) ?? openContainer(byteFile(path, byteLength))
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
      // The next request opens the file again, because the file system may give it then.
      opened.delete(request.file)
      const syscall = isFileSystemError(error) ? String(error.syscall) : null
      parentPort?.postMessage({ id: request.id, error: String(error), syscall } satisfies ContainerAnswer)
    },
  )
})
