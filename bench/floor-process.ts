import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { residentMiB } from './server-process.ts'

const floorFile = fileURLToPath(new URL('./ws-floor.ts', import.meta.url))

export type FloorJob = { readonly room: string; readonly bytes: Uint8Array }

/** The bare `ws` server in a process of its own. */
export type FloorProcess = {
  readonly origin: string
  /** Sends these bytes to everyone in a room. @returns when it began, by `clockMs` */
  broadcast(room: string, bytes: Buffer): Promise<number>
  /** Resident memory now, in MiB. */
  memoryMiB(): number
  close(): Promise<void>
}

export async function startFloor(): Promise<FloorProcess> {
  const child = fork(floorFile, { serialization: 'advanced' })
  const told: unknown[] = await once(child, 'message')
  return {
    origin: `http://127.0.0.1:${Number(told[0])}`,
    async broadcast(room, bytes) {
      child.send({ room, bytes } satisfies FloorJob)
      const told: unknown[] = await once(child, 'message')
      return Number(told[0])
    },
    memoryMiB: () => residentMiB(child.pid),
    async close() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}
