import type { DoctorCheck, Finding } from '@jointly/contract'

/** How long one check may take, in milliseconds. */
const CHECK_WITHIN_MS = 10_000

/** One check of the doctor. */
export type Check = { readonly name: DoctorCheck; run(): Promise<readonly Outcome[]> }

/** A finding without the name of its check. */
export type Outcome = Omit<Finding, 'check'>

export const ok = (text: string): Outcome => ({ state: 'ok', text })
export const skipped = (text: string): Outcome => ({ state: 'skipped', text })
/** Works, but not as well or as safely as it could. @param fix what to do */
export const warning = (text: string, fix: string): Outcome => ({ state: 'warning', text, fix })
/** Does not work. @param fix what to do */
export const problem = (text: string, fix: string): Outcome => ({ state: 'problem', text, fix })

/**
 * Runs the checks one after the other. A check that fails or takes too long becomes a finding, so that it does not
 * hide the others.
 *
 * @param withinMs the timeout of each check
 */
export async function runChecks(
  checks: readonly Check[],
  withinMs: number = CHECK_WITHIN_MS,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    const outcomes = await within(withinMs, run())
    findings.push(...outcomes.map((outcome) => ({ check: name, ...outcome })))
  }
  return findings
}

async function within(timeoutMs: number, outcomes: Promise<readonly Outcome[]>): Promise<readonly Outcome[]> {
  const timer = Promise.withResolvers<readonly Outcome[]>()
  const seconds = timeoutMs / 1000
  const timeout = setTimeout(
    () =>
      timer.resolve([
        problem(
          `This check did not end within ${seconds} s.`,
          'See whether the service it asks is reachable and not overloaded.',
        ),
      ]),
    timeoutMs,
  )
  const failed = (error: unknown) => [
    problem(`This check failed: ${messageOf(error)}`, 'Run it again with LOG_LEVEL=debug, and report it.'),
  ]
  try {
    return await Promise.race([outcomes.catch(failed), timer.promise])
  } finally {
    clearTimeout(timeout)
  }
}

/** The message of an error, or of its cause, which says more for `fetch`. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? messageOf(error.cause) : error.message || codeOf(error)
}

/** The code of a system or library error, such as `ECONNREFUSED`. Empty if there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error.cause === undefined ? '' : codeOf(error.cause)
}
