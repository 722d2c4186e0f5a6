import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../setup/install.js'
import { withStores } from '../setup/stores.ts'
import { type Check, execute, type Outcome } from './check.ts'

const report = '.cache/unit.json'

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), title: z.string() })),
    }),
  ),
})

/** The tests beside the sources: rules, contract, server over real HTTP, storage on every database, provider, app. */
export const unit: Check = {
  name: 'unit',
  run: () =>
    withStores(async ({ environment, missing }) => {
      const outcome = await runTests(environment)
      return { ...outcome, skipped: [...outcome.skipped, ...missing.map((what) => `unit tests (${what})`)] }
    }),
}

/**
 * The tests of `npm test -- quick`. Suites that run on every database, or that need PostgreSQL or Redis, are left
 * out.
 */
export const quickUnit: Check = {
  name: 'unit',
  async run() {
    const outcome = await runTests({ TEST_DATABASE_URL: '', TEST_REDIS_URL: '', TEST_DATABASE_SUITES: 'no' })
    return { ...outcome, skipped: [] }
  },
}

async function runTests(environment: Record<string, string>): Promise<Outcome> {
  await rm(join(root, report), { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await execute('vitest', args, environment)
  return outcomeOf(await readReport(), code, output)
}

async function readReport(): Promise<z.infer<typeof Report>> {
  const text = await readFile(join(root, report), 'utf8').catch(() => null)
  return text === null ? { testResults: [] } : Report.parse(JSON.parse(text))
}

/**
 * Creates the outcome from the report of Vitest. The outcome also depends on the exit code, because a file that
 * cannot be loaded has no failed test.
 */
function outcomeOf(found: z.infer<typeof Report>, code: number, output: string): Outcome {
  const tests = found.testResults.flatMap((file) => file.assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed')
  const failed = tests.filter(({ status }) => status === 'failed').length
  const others = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return {
    passed: passed.length,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: others.map(({ title, status }) => `test "${title}" (${status})`),
    titles: passed.map(({ title }) => title),
    output,
  }
}
