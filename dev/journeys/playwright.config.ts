import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from '../setup/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // What waits for something waits until it comes, however busy the machine is: these end only what hangs.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    // Each browser of a test is new: it would fetch the whole app to keep it, and never come back.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    launchOptions: { executablePath: findChromium() ?? '', args: chromiumFlags },
    screenshot: 'only-on-failure',
  },
})
