// `npm run mutants` changes one place of the code at a time and checks whether a test fails. `npm run mutants --
// domain` does this for one part. Changes that no test notices are printed and written to
// `.cache/mutants-<part>.html`.
import { Stryker } from '@stryker-mutator/core'
import { listedModules, missingModules } from './modules.ts'
import { parts } from './pure.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No part is named ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const missing = missingModules(listedModules)
if (missing.length > 0) {
  console.error(`Not there: ${missing.join(', ')}. Correct dev/mutants/pure.ts.`)
  process.exit(1)
}
for (const [name, { goal, modules }] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'dev/mutants/vitest.config.ts', related: false },
    mutate: [...modules.map((module) => `${module}.ts`), '!**/*.test.ts', '!**/testing/**'],
    ignorePatterns: ['bench', 'docs', 'deploy', 'data', 'packages/web/dist', 'test-results'],
    // Stryker gets no tsconfig. Otherwise Stryker would rewrite that file with a part of TypeScript's API that
    // TypeScript 7 does not have.
    tsconfigFile: 'none',
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    tempDirName: '.cache/stryker',
    incremental: true,
    incrementalFile: `.cache/mutants-${name}.json`,
    reporters: ['clear-text', 'html', 'progress-append-only'],
    clearTextReporter: { reportTests: false },
    htmlReporter: { fileName: `.cache/mutants-${name}.html` },
    thresholds: { high: 100, low: goal, break: goal },
  }).runMutationTest()
}
