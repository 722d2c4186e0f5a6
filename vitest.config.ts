import { defineConfig } from 'vitest/config'

/** Tests of code that runs in a page. */
const pages = ['packages/web/src/**/*.test.{ts,tsx}', 'packages/spotify-emulator/src/sdk/browser/*.test.ts']

export default defineConfig({
  test: {
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
    // Vitest ends a worker when the next file needs another environment. It runs one project after the other, so the
    // imports are loaded once for each.
    projects: [
      { extends: true, test: { name: 'page', environment: 'happy-dom', include: pages } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.{ts,tsx}', '{dev,bench}/**/*.test.ts'],
          exclude: pages,
        },
      },
    ],
  },
})
