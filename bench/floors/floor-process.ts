import { fileURLToPath } from 'node:url'
import { forkProcess } from '../load/forked-process.ts'

const floorFile = fileURLToPath(new URL('./ws-floor.ts', import.meta.url))

export type FloorJob = { readonly room: string; readonly bytes: Uint8Array }

/** The plain `ws` server (`ws-floor.ts`), in a separate process. */
export type FloorProcess = {
  readonly origin: string
  readonly pid: number
  /** Sends these bytes to everyone in a room. @returns when they were sent, by `clockMs` */
  broadcast(room: string, bytes: Buffer): Promise<number>
  close(): Promise<void>
}

/**
 * Starts the plain `ws` server.
 * @param settings more environment variables
 */
export async function startFloor(settings: Readonly<Record<string, string>> = {}): Promise<FloorProcess> {
  const env = { ...process.env, ...settings }
  const { child, nextMessage, close } = forkProcess(floorFile, { serialization: 'advanced', env })
  return {
    origin: `http://127.0.0.1:${Number(await nextMessage())}`,
    pid: child.pid ?? 0,
    async broadcast(room, bytes) {
      child.send({ room, bytes } satisfies FloorJob)
      return Number(await nextMessage())
    },
    close,
  }
}
