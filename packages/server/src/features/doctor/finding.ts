import type { DoctorCheck, Finding } from '@jointly/contract'
import { errorMessage } from '../../platform/error-message.ts'
import { withTimeout } from '../../platform/with-timeout.ts'

/** How long one check may take, in milliseconds. */
const CHECK_WITHIN_MS = 10_000

/** One check of the doctor. */
type Check = { readonly name: DoctorCheck; run(): Promise<Outcome | readonly Outcome[]> }

/** What a check finds, without the name of the check. */
export type Outcome = Omit<Finding, 'check'>

export const ok = (text: string): Outcome => ({ state: 'ok', text })
export const skipped = (text: string): Outcome => ({ state: 'skipped', text })
/**
 * Creates a finding about something that works, but not as well or as safely as it could.
 * @param fix what to do
 */
export const warning = (text: string, fix: string): Outcome => ({ state: 'warning', text, fix })
/** Creates a finding about something that does not work. @param fix what to do */
export const problem = (text: string, fix: string): Outcome => ({ state: 'problem', text, fix })

/**
 * Runs the checks one after the other. A check that fails or takes too long becomes a finding, so that the
 * other checks still run.
 * @param withinMs the timeout of each check
 */
export async function runChecks(
  checks: readonly Check[],
  withinMs: number = CHECK_WITHIN_MS,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    const outcomes = await runWithin(withinMs, run())
    findings.push(...[outcomes].flat().map((outcome) => ({ check: name, ...outcome })))
  }
  return findings
}

async function runWithin<T>(timeoutMs: number, outcomes: Promise<T>): Promise<T | Outcome> {
  const timedOut = problem(
    `This check did not end within ${timeoutMs / 1000} s.`,
    'See whether the service it asks is reachable and not overloaded.',
  )
  const failed = (error: unknown) =>
    problem(`This check failed: ${errorMessage(error)}`, 'Run it again with LOG_LEVEL=debug, and report it.')
  return withTimeout(outcomes.catch(failed), timeoutMs, () => timedOut)
}
