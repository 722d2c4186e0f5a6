// `npm run doctor`: looks at the set-up with the settings of this environment, and ends with 1 where something is wrong.
import { readConfig } from '../../config.ts'
import { StartError } from '../../platform/lifecycle/start-error.ts'
import { diagnose } from './doctor.ts'
import { printed } from './print.ts'

process.exitCode = (await run()) ? 0 : 1

async function run(): Promise<boolean> {
  try {
    const findings = await diagnose(readConfig(process.env))
    console.log(printed(findings))
    return findings.every(({ state }) => state !== 'problem')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const fix = 'Correct it; the README lists every setting. The other checks need good settings.'
    const findings = error.message
      .split('\n')
      .map((text) => ({ check: 'settings' as const, state: 'problem' as const, text, fix }))
    console.log(printed(findings))
    return false
  }
}
