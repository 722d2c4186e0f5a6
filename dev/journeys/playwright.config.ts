import { defineConfig } from '@playwright/test'
import { chromiumFlags, findLightChromium } from '../setup/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // These timeouts only end a test that hangs, however busy the machine is.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    // A service worker would load the whole app for a later visit without a network, which no other test makes.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: findLightChromium() ?? '',
      // All tabs of a person use one process, which compiles the app once.
      args: [...chromiumFlags, '--process-per-site'],
    },
    screenshot: 'only-on-failure',
  },
})
