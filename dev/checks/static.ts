import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../setup/install.js'
import { type Check, execute, type Outcome, singleOutcome } from './check.ts'

/** Checks that pass or fail as a whole. Each runs one program. */
export const staticChecks: readonly Check[] = [
  { name: 'types', run: checkTypes },
  programCheck('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  programCheck('format', 'biome', ['format']),
  programCheck('unused', 'knip', ['--no-progress']),
]

function programCheck(name: string, program: string, args: readonly string[]): Check {
  return { name, run: () => runProgram(program, args) }
}

/**
 * The compiler and the type-aware lint rules are written in Go. With `GOGC`, Go collects garbage a fifth as often, which
 * saves a tenth of the CPU time. With `GOMAXPROCS`, the lint rules use one type checker. Two would calculate many
 * types twice, which costs a sixth of the CPU time.
 */
const GO_SETTINGS = { GOGC: '500', GOMAXPROCS: '1' }

async function runProgram(program: string, args: readonly string[]): Promise<Outcome> {
  const { code, output } = await execute(program, args, GO_SETTINGS)
  return singleOutcome(code === 0, output)
}

/**
 * Checks the types incrementally, with the stored results of the last run. TypeScript 7.0 sometimes reports an error
 * that does not exist, because it uses outdated declarations of a file whose imported types changed. So a failure
 * counts only if a second run without the stored results fails too.
 */
async function checkTypes(): Promise<Outcome> {
  const args = ['-b', '--checkers', '1']
  const outcome = await runProgram('tsc', args)
  if (outcome.failed === 0) return outcome
  await rm(join(root, '.cache/tsc'), { recursive: true, force: true })
  return runProgram('tsc', args)
}
