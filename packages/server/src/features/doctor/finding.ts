import type { DoctorCheck, Finding } from '@jointly/contract'
import type { Language } from '@jointly/domain'
import { errorMessage } from '../../platform/error-message.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { checkTexts } from './texts/check-texts.ts'
import type { Localized } from './texts/localized.ts'

/** How long one check may take, in milliseconds. */
const CHECK_WITHIN_MS = 10_000

/** One check of the doctor. */
type Check = { readonly name: DoctorCheck; run(): Promise<Outcome | readonly Outcome[]> }

/** What a check finds, in each language and without the name of the check. */
export type Outcome = { readonly state: Finding['state']; readonly text: Localized; readonly fix?: Localized }

export const ok = (text: Localized): Outcome => ({ state: 'ok', text })
export const skipped = (text: Localized): Outcome => ({ state: 'skipped', text })
/**
 * Creates a finding about something that works, but not as well or as safely as it could.
 * @param fix what to do
 */
export const warning = (text: Localized, fix: Localized): Outcome => ({ state: 'warning', text, fix })
/** Creates a finding about something that does not work. @param fix what to do */
export const problem = (text: Localized, fix: Localized): Outcome => ({ state: 'problem', text, fix })

/**
 * Runs the checks one after the other. A check that fails or takes too long becomes a finding, so that the
 * other checks still run.
 * @param language the language of the texts
 * @param withinMs the timeout of each check
 */
export async function runChecks(
  checks: readonly Check[],
  language: Language,
  withinMs: number = CHECK_WITHIN_MS,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, run } of checks) {
    const outcomes = await runWithin(withinMs, run())
    for (const { state, text, fix } of [outcomes].flat())
      findings.push({ check: name, state, text: text[language], ...(fix && { fix: fix[language] }) })
  }
  return findings
}

async function runWithin<T>(timeoutMs: number, outcomes: Promise<T>): Promise<T | Outcome> {
  const timedOut = problem(checkTexts.timedOut(timeoutMs / 1000), checkTexts.seeService)
  const failed = (error: unknown) => problem(checkTexts.failed(errorMessage(error)), checkTexts.report)
  return withTimeout(outcomes.catch(failed), timeoutMs, () => timedOut)
}
