import { type Check, execute, singleOutcome } from './check.ts'

/** Checks that pass or fail as a whole. Each runs one program. */
export const staticChecks: readonly Check[] = [
  programCheck('types', 'tsc', ['-b', '--checkers', '1']),
  programCheck('lint', 'oxlint', ['--type-aware', '--deny-warnings']),
  programCheck('format', 'biome', ['format']),
  programCheck('unused', 'knip', ['--no-progress']),
]

function programCheck(name: string, program: string, args: readonly string[]): Check {
  return {
    name,
    async run() {
      const { code, output } = await execute(program, args)
      return singleOutcome(code === 0, output)
    },
  }
}
