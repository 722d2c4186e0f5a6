import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Tests of code that runs in a page. */
const pages = [
  'packages/web/src/**/*.test.{ts,tsx}',
  'packages/spotify-emulator/src/sdk/browser/**/*.test.ts',
]

/** Tests of the whole app. They use React's production build, as a person does, which needs a third less time. */
const wholeApp = ['packages/web/src/app/tests/*.test.tsx']

/** Suites that run on every database. `npm test -- quick` leaves them out. */
const databaseSuites = () =>
  globSync('packages/*/src/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('describe.each(databases)'),
  )
const leftOut = process.env.TEST_DATABASE_SUITES === 'no' ? databaseSuites() : []

export default defineConfig({
  test: {
    // No test mocks a module or changes shared state, so tests share their imports, which saves a third of the time.
    pool: 'threads',
    isolate: false,
    // Tests spend half of their time waiting, mostly for PostgreSQL, so three workers keep two cores busy.
    maxWorkers: 3,
    restoreMocks: true,
    // Timeouts only end a test that hangs, however busy the machine is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000 } },
    // Vitest ends a worker when the next file needs another environment. It runs one project after the other, so the
    // imports are loaded once for each.
    projects: [
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: { name: 'app', environment: 'happy-dom', include: wholeApp, env: { NODE_ENV: 'production' } },
      },
      {
        extends: true,
        test: { name: 'page', environment: 'happy-dom', include: pages, exclude: wholeApp },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.{ts,tsx}', '{dev,bench}/**/*.test.ts'],
          exclude: [...pages, ...leftOut],
        },
      },
    ],
  },
})
