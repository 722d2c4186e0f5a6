import { spawn } from 'node:child_process'
import { root } from '../setup/install.js'

/** What a check found. `titles` are those of the tests that passed; `skipped` says what did not run, and why. */
export type Outcome = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  readonly titles: readonly string[]
  /** What to read when something failed. */
  readonly output: string
  /** What is worth a word although all is well. */
  readonly note?: string
}

/** One part of `npm test`. It runs once all those named in `after` have ended, and gets what they found. */
export type Check = {
  readonly name: string
  readonly after?: readonly string[]
  /** Begins only while no other check runs; what may not begin beside it comes after it. */
  readonly isAlone?: boolean
  run(found: ReadonlyMap<string, Outcome>): Promise<Outcome>
}

/** The outcome of a check that is one pass or one failure, such as the types. */
export function oneOutcome(ok: boolean, output: string): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [], titles: [], output }
}

/**
 * Runs a program in the project's root and waits for its end.
 *
 * @param program its name on PATH, where `node_modules/.bin` stands first
 * @param environment variables beside those of this process
 * @returns its exit code (1 when it could not be started) and all it printed
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
