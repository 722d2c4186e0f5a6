import { defineConfig } from '@playwright/test'
import { chromiumFlags, findLightChromium } from '../setup/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The timeouts are long, because they must only end a test that hangs, even on a busy machine.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    // Service workers are blocked, because they would load the whole app for use without a network, which no
    // other test needs.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: findLightChromium() ?? '',
      // All tabs of a person use one process, so that the app is compiled only once.
      args: [...chromiumFlags, '--process-per-site'],
    },
    screenshot: 'only-on-failure',
  },
})
