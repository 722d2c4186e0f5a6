import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', '{dev,bench}/**/*.test.ts'],
    // No test mocks a module or changes what others import, so they share the imports: a third of the time.
    pool: 'threads',
    isolate: false,
    restoreMocks: true,
  },
})
