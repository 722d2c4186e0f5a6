import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', '{dev,bench}/**/*.test.ts'],
    // No test mocks a module or changes what others import, so they share the imports: a third of the time.
    pool: 'threads',
    isolate: false,
    // Half of the time they wait, for PostgreSQL above all.
    maxWorkers: 2,
    restoreMocks: true,
    // What waits for something waits until it comes, however busy the machine is: these end only what hangs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
  },
})
