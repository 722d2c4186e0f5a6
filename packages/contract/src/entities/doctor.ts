import * as z from 'zod/mini'

/** The names of the checks of the doctor, in the order in which the screen shows them (O7). */
export const DOCTOR_CHECKS = [
  'settings',
  'disk',
  'database',
  'redis',
  'server',
  'proxy',
  'clock',
  'streaming',
  'listeners',
] as const
export const DoctorCheck = z.enum(DOCTOR_CHECKS)
export type DoctorCheck = z.infer<typeof DoctorCheck>

/**
 * The result of one check. `fix` says what to do about a warning or a problem. Both texts are in the language of
 * `Accept-Language` (W3).
 */
export const Finding = z.object({
  check: DoctorCheck,
  state: z.enum(['ok', 'skipped', 'warning', 'problem']),
  text: z.string(),
  fix: z.optional(z.string()),
})
export type Finding = z.infer<typeof Finding>
