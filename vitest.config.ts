import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', '{dev,bench}/**/*.test.ts'],
    restoreMocks: true,
  },
})
