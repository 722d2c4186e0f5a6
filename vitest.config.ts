import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Tests of code that runs in a page. */
const pages = filesOf([
  'packages/web/src/**/*.test.{ts,tsx}',
  'packages/spotify-emulator/src/sdk/browser/**/*.test.ts',
])

/**
 * Tests that need React's development build, because only that has `act`. All other tests use the production build,
 * as the real app does, which needs a third less time.
 */
const developmentPages = filesWith(pages, /import \{ act\b.* from 'react'/)

/** Suites that run on every database. `npm test -- quick` leaves them out. */
const databaseSuites = () =>
  filesWith(filesOf(['packages/*/src/**/*.test.ts']), /describe\.each\(databases\)/)
const leftOut = process.env.TEST_DATABASE_SUITES === 'no' ? databaseSuites() : []

function filesOf(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: import.meta.dirname })
}

function filesWith(files: readonly string[], text: RegExp): string[] {
  return files.filter((file) => text.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')))
}

export default defineConfig({
  test: {
    // No test mocks a module or changes shared state, so tests share their imports, which saves a third of the time.
    pool: 'threads',
    isolate: false,
    // Two workers keep two cores busy, because tests of pages hardly wait. More workers would load the same imports
    // again.
    maxWorkers: 2,
    restoreMocks: true,
    // Timeouts only end a test that hangs. With 25 busy processes on two cores, the longest tests need more than a minute.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 180_000 } },
    // Vitest ends a worker when the next file belongs to another project, and runs one project after the other. A worker
    // creates its environment once, although the summary of Vitest counts that time for each file.
    projects: [
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'page',
          environment: 'happy-dom',
          include: pages,
          exclude: developmentPages,
          env: { NODE_ENV: 'production' },
        },
      },
      {
        extends: true,
        test: { name: 'act', environment: 'happy-dom', include: developmentPages },
      },
      {
        extends: true,
        test: {
          name: 'node',
          // These tests spend half of their time waiting, mostly for PostgreSQL, so three workers keep two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ['packages/*/src/**/*.test.{ts,tsx}', '{dev,bench}/**/*.test.ts'],
          exclude: [...pages, ...leftOut],
        },
      },
    ],
  },
})
