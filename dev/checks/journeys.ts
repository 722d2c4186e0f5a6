import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { findChromium, installChromium, installHeadlessShell } from '../setup/chromium.ts'
import { installOtherBrowsers } from '../setup/other-browsers.ts'
import { root } from '../setup/install.js'
import { buildWebIfStale } from '../setup/web-build.js'
import { type Check, execute, type Outcome, skippedOutcome } from './check.ts'

const report = join(root, '.cache/journeys.json')

const Spec = z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.optional(z.array(Suite))
  },
})
type Suite = z.infer<typeof Suite>
const Report = z.object({ suites: z.array(Suite) })

/** Tests that use the built app in a real Chromium. */
export const journeys: Check = {
  name: 'journeys',
  // No other check runs at the same time, because some journeys measure whether two people hear the same sound at the
  // same time.
  isAlone: true,
  async run() {
    if (!(findChromium() ?? installChromium()))
      return skippedOutcome('journeys (no Chromium found; install one or set CHROMIUM_PATH)')
    installHeadlessShell()
    installOtherBrowsers()
    buildWebIfStale()
    await rm(report, { force: true })
    const { code, output } = await execute(
      'playwright',
      ['test', '--config', 'dev/journeys/playwright.config.ts', '--reporter=list,json'],
      { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    )
    return outcomeOf(await readSpecs(), code, output)
  },
}

async function readSpecs(): Promise<z.infer<typeof Spec>[]> {
  const text = await readFile(report, 'utf8').catch(() => null)
  return text === null ? [] : Report.parse(JSON.parse(text)).suites.flatMap(specsOf)
}

function specsOf(suite: Suite): z.infer<typeof Spec>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function outcomeOf(specs: z.infer<typeof Spec>[], code: number, output: string): Outcome {
  const tests = specs.flatMap((spec) => spec.tests.map(({ status }) => ({ title: spec.title, status })))
  const passed = tests.filter(({ status }) => status === 'expected')
  const skipped = tests.filter(({ status }) => status === 'skipped')
  const failed = tests.length - passed.length - skipped.length
  return {
    passed: passed.length,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: skipped.map(({ title }) => `journey "${title}"`),
    titles: passed.map(({ title }) => title),
    output,
  }
}
