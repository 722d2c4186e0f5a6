import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '@jointly/dev/world/server-process'

/** Measures with a new temporary folder, and removes the folder afterwards. */
export async function inFolder<T>(measure: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'jointly-bench-'))
  try {
    return await measure(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures with a server that has an empty data folder, and ends the server afterwards. */
export function withServer<T>(measure: (server: ServerProcess) => Promise<T>): Promise<T> {
  return inFolder(async (dataDir) => {
    const server = await startServer(dataDir)
    try {
      return await measure(server)
    } finally {
      await server.end('SIGTERM')
    }
  })
}
