import { defineConfig } from 'vitest/config'
import { parts } from './pure.ts'

/**
 * Runs only the tests of the modules in `pure.ts`. The mutation test runs these tests once for each change of the
 * code.
 */
export default defineConfig({
  test: {
    include: Object.values(parts).flatMap(({ modules }) => modules.map((module) => `${module}.test.ts`)),
    restoreMocks: true,
    // The first run must pass on a busy machine too. Stryker has its own time limit for each mutant.
    testTimeout: 240_000,
  },
})
