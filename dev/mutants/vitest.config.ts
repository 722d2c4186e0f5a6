import { defineConfig } from 'vitest/config'
import { parts } from './pure.ts'

/** The tests of the pure modules, which run for each mutant. */
export default defineConfig({
  test: {
    include: Object.values(parts).flatMap(({ modules }) => modules.map((module) => `${module}.test.ts`)),
    restoreMocks: true,
  },
})
