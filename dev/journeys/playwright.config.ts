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
    // Each test has a new browser. A service worker would load the whole app for a later visit, which no test
    // makes.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    launchOptions: { executablePath: findLightChromium() ?? '', args: chromiumFlags },
    screenshot: 'only-on-failure',
  },
})
