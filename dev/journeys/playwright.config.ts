import { defineConfig } from '@playwright/test'
import { chromiumFlags, findLightChromium } from '../setup/chromium.ts'
import { INSECURE_HOST } from './support/insecure-host.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Node itself removes the types, as for the server. Babel would need ten times as long for the server's files.
  build: { external: ['**/*.ts'] },
  // The timeouts are long, because they must only end a test that hangs, even on a busy machine.
  timeout: 480_000,
  expect: { timeout: 120_000 },
  use: {
    // Service workers are blocked, because they would load the whole app for offline use. Only installing.e2e.ts
    // needs them.
    serviceWorkers: 'block',
    actionTimeout: 120_000,
    launchOptions: {
      executablePath: findLightChromium() ?? '',
      args: [
        ...chromiumFlags,
        // All tabs of a person use one process, so that the app is compiled only once. A journey must not set flags of
        // its own, because Playwright would start another worker for it, with another server and browser.
        '--process-per-site',
        // Optimizing the code of a page takes longer than a journey gains from it. This saves a tenth of the CPU time.
        '--js-flags=--no-maglev --no-turbofan',
        `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
      ],
    },
    screenshot: 'only-on-failure',
  },
})
