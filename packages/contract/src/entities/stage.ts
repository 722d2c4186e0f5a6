import * as z from 'zod/mini'
import { EpochMs, SessionCode, Ssid, visibleText } from '../primitives.ts'

/** The secret that the server gives to a stage, and that the stage sends with each call (X3). */
const StageSecret = z.string().check(z.regex(/^[\w-]{20,100}$/, 'secret'))

/** The body of the calls of a stage: its secret. */
export const StageCall = z.object({ secret: StageSecret })

/**
 * A new stage: a screen that shows a code until a host types it (X1). `expires` is the end of the code. The secret is
 * valid for longer.
 */
export const NewStage = z.object({ code: z.string(), secret: z.string(), expires: EpochMs })
export type NewStage = z.infer<typeof NewStage>

/**
 * The state of a stage: the session that it shows, and whether it plays sound (X5). `ssid` is null until a host has paired
 * the stage (X1).
 */
export const StageState = z.object({ ssid: z.nullable(Ssid), sound: z.boolean() })
export type StageState = z.infer<typeof StageState>

/** The body to pair a stage with a session. */
export const StagePairing = z.object({ code: SessionCode, sound: z.boolean() })
export type StagePairing = z.infer<typeof StagePairing>

/** The longest name of a stage, in characters. */
export const STAGE_NAME_LENGTH = 40

/** The body to change a stage. If `name` is null, the stage loses its name, and the app shows its number (X10). */
export const StageChange = z.object({
  sound: z.optional(z.boolean()),
  name: z.optional(z.nullable(visibleText(STAGE_NAME_LENGTH, 'name'))),
})
export type StageChange = z.infer<typeof StageChange>

/**
 * A paired stage, as its hosts see it. `isOn`: it was connected within the last two minutes. While it is on, `usedAt` is
 * updated every minute. `name` is null if nobody has named it.
 */
export const Stage = z.object({
  id: z.uuid(),
  /** No other stage of the session has this number. It stays the same as long as the stage is paired. */
  number: z.int(),
  name: z.nullable(z.string()),
  sound: z.boolean(),
  pairedAt: EpochMs,
  usedAt: EpochMs,
  isOn: z.boolean(),
})
export type Stage = z.infer<typeof Stage>
