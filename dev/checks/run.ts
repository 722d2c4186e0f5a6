// Runs the checks, where possible two at a time, and prints one line of totals at the end.
import { folderForThrowaways } from '../setup/memory-folder.ts'
import { exitOnSignals } from '../world/child-process.ts'
import { type Check, singleOutcome, type Outcome } from './check.ts'
import { chooseChecks } from './choice.ts'
import { journeys } from './journeys.ts'
import { rules } from './rules.ts'
import { specCoverage } from './spec-coverage.ts'
import { staticChecks } from './static.ts'
import { quickUnit, unit } from './unit.ts'

/**
 * `unit` takes longest and comes first, so that the short checks run at the same time. `journeys` must run alone, and
 * `rules` needs the results of the other checks.
 */
const all: readonly Check[] = [unit, ...staticChecks, specCoverage, journeys, rules]
/**
 * The checks of `npm test -- quick`. They leave out the journeys, the suites that run on every database or need
 * PostgreSQL or Redis, and the check that every rule has a test.
 */
const quick: readonly Check[] = [quickUnit, ...staticChecks, specCoverage]
const atOnce = 2

exitOnSignals(1)
const args = process.argv.slice(2)
const choice = chooseChecks(args, all, quick)
if ('refusal' in choice) {
  console.error(choice.refusal)
  process.exit(1)
}
if (choice.added.length > 0)
  console.log(`${args.join(' ')} needs the results of ${choice.added.join(' and ')}, so they run first.`)
process.env.TMPDIR ??= folderForThrowaways()
const begin = performance.now()
const found = await runAll(choice.checks)
process.exitCode = summarise([...found.values()]) ? 0 : 1

async function runAll(checks: readonly Check[]): Promise<ReadonlyMap<string, Outcome>> {
  const waiting = [...checks]
  const ended = new Map<string, Outcome>()
  const running = new Set<Promise<void>>()
  const isReady = ({ after = [] }: Check) =>
    after.every((name) => ended.has(name) || !checks.some((check) => check.name === name))
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.find(isReady)
    if (next && running.size < (next.isAlone ? 1 : atOnce)) {
      waiting.splice(waiting.indexOf(next), 1)
      const job = runOne(next, ended).finally(() => running.delete(job))
      running.add(job)
    } else await Promise.race(running)
  }
  return ended
}

async function runOne(check: Check, ended: Map<string, Outcome>): Promise<void> {
  const startedMs = performance.now()
  const outcome = await check.run(ended).catch((error: unknown) => singleOutcome(false, String(error)))
  ended.set(check.name, outcome)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const count = outcome.passed + outcome.failed
  const mark = outcome.failed > 0 ? '✗' : outcome.skipped.length > 0 ? '–' : '✓'
  const found = outcome.note ?? (count > 1 ? `${count} tests` : '')
  console.log(`${mark} ${check.name.padEnd(9)} ${seconds.padStart(6)} s   ${found}`.trimEnd())
  if (outcome.failed > 0) console.log(outcome.output)
}

/**
 * Prints the totals.
 * @returns whether all checks passed; in CI a skipped test counts as a failure
 */
function summarise(outcomes: readonly Outcome[]): boolean {
  const sum = (pick: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + pick(outcome), 0)
  const skipped = outcomes.flatMap((outcome) => outcome.skipped)
  const forbidden = process.env.CI === 'true' ? skipped.length : 0
  const failed = sum((outcome) => outcome.failed) + forbidden
  for (const name of skipped)
    console.log(`${forbidden > 0 ? 'skipped, which CI forbids' : 'skipped'}: ${name}`)
  console.log(`${((performance.now() - begin) / 1000).toFixed(1)} s in all`)
  const suffix = skipped.length > forbidden ? `, ${skipped.length} skipped` : ''
  console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed${suffix}`)
  return failed === 0
}
