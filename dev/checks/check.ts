import { spawn } from 'node:child_process'
import { root } from '../setup/install.js'

/** The result of a check. `titles` are the tests that passed; `skipped` says what did not run, and why. */
export type Outcome = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  readonly titles: readonly string[]
  /** The text to print after a failure. */
  readonly output: string
  /** A remark that is shown even without a failure. */
  readonly note?: string
}

/** One part of `npm test`. It starts after the checks in `after` have ended, and gets their results. */
export type Check = {
  readonly name: string
  readonly after?: readonly string[]
  /** Starts only while no other check runs, and no other check starts beside it. */
  readonly isAlone?: boolean
  run(found: ReadonlyMap<string, Outcome>): Promise<Outcome>
}

/** The outcome of a check that passes or fails as a whole, such as the types. */
export function singleOutcome(ok: boolean, output: string): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [], titles: [], output }
}

/**
 * Runs a program in the root of the project and waits until it ends.
 *
 * @param program its name on PATH; `node_modules/.bin` comes first
 * @param environment variables added to those of this process
 * @returns its exit code (1 when it could not be started) and its whole output
 */
export function execute(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: 1, output: `${program}: ${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
