import type { Log } from '@jointly/music-library'
import * as z from 'zod/mini'

/** The options of `createSpotifyEmulator` that an operator sets. */
const Options = z.strictObject({
  publicOrigin: z.exactOptional(z.string()),
  dataDir: z.string(),
  musicDir: z.exactOptional(z.string()),
  songCacheBytes: z.exactOptional(z.number()),
  clients: z.array(
    z.strictObject({
      id: z.string(),
      secret: z.string(),
      name: z.string(),
      scopes: z.exactOptional(z.array(z.string())),
    }),
  ),
  loginAs: z.exactOptional(z.boolean()),
})
export type ProcessOptions = z.infer<typeof Options>

/**
 * The first message to the process: the socket path or pipe name on which it listens, and the options. All later
 * messages are pings.
 */
export const Start = z.strictObject({ listenAt: z.string(), options: Options })
export type Start = z.infer<typeof Start>

/** The message to which the process answers `alive`. The parent uses it to notice that the process hangs. */
export const ping = { type: 'ping' } as const

/** The messages that the process sends to its parent. */
export const FromProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('listening') }),
  /** The answer to a ping. */
  z.object({ type: z.literal('alive') }),
  /** The last message of a process that cannot start, just before it exits. */
  z.object({ type: z.literal('failed'), reason: z.string() }),
  z.object({
    type: z.literal('log'),
    level: z.enum(['info', 'warn', 'error']),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
])
export type FromProcess = z.infer<typeof FromProcess>

/** Parses a message of the process. If the message is invalid, it logs an error and returns null. */
export function parseMessage(sent: unknown, log: Log): FromProcess | null {
  const { success, data } = FromProcess.safeParse(sent)
  if (success) return data
  const type = typeof sent === 'object' && sent !== null && 'type' in sent ? sent.type : typeof sent
  log('warn', 'the built-in provider said what is not understood', { type })
  return null
}
