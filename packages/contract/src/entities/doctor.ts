import * as z from 'zod/mini'

/** What the doctor looks at, in this order (O7). */
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

/** What one check found. `fix` says what to do, for a warning or a problem. */
export const Finding = z.object({
  check: DoctorCheck,
  state: z.enum(['ok', 'skipped', 'warning', 'problem']),
  text: z.string(),
  fix: z.optional(z.string()),
})
export type Finding = z.infer<typeof Finding>
