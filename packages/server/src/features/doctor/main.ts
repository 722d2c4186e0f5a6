// `npm run doctor`: checks the setup with the settings of this environment. The exit code is 1 if there is a problem.
import { readConfig } from '../../config.ts'
import { StartError } from '../../platform/lifecycle/start-error.ts'
import { diagnose } from './doctor.ts'
import { formatFindings } from './format-findings.ts'

process.exitCode = (await run()) ? 0 : 1

async function run(): Promise<boolean> {
  try {
    const findings = await diagnose(readConfig(process.env), 'en')
    console.log(formatFindings(findings))
    return findings.every(({ state }) => state !== 'problem')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const fix = 'Correct it; the README lists every setting. The other checks need good settings.'
    const findings = error.message
      .split('\n')
      .map((text) => ({ check: 'settings' as const, state: 'problem' as const, text, fix }))
    console.log(formatFindings(findings))
    return false
  }
}
