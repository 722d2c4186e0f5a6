import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../setup/install.js'
import { watchChild } from '../world/child-process.ts'

/**
 * The result of a check. `titles` are the titles of the passed tests, and `skipped` lists what did not run,
 * with the reasons.
 */
export type Outcome = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  readonly titles: readonly string[]
  /** The text to print after a failure. */
  readonly output: string
  /** A remark that is shown even if the check passes. */
  readonly note?: string
}

/**
 * One part of `npm test`. It starts when the checks in `after` have ended, and `run` gets the results of the checks
 * that have ended.
 */
export type Check = {
  readonly name: string
  readonly after?: readonly string[]
  /** Whether the check must run alone, without another check at the same time. */
  readonly isAlone?: boolean
  run(found: ReadonlyMap<string, Outcome>): Promise<Outcome>
}

/** Creates the outcome of a check that passes or fails as a whole, such as the check of the types. */
export function singleOutcome(ok: boolean, output: string): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [], titles: [], output }
}

/** Creates the outcome of a check that did not run. @param what the name of the check and the reason */
export function skippedOutcome(what: string): Outcome {
  return { passed: 0, failed: 0, skipped: [what], titles: [], output: '' }
}

/**
 * The folder in which Node stores compiled modules. With it, a program does not compile the same packages again at
 * each start.
 */
const compiledModules = join(root, '.cache/compiled')

/**
 * Runs a program in the root of the project and waits until it ends. The program is killed if this process ends before.
 * @param program the name on PATH; `node_modules/.bin` comes first
 * @param environment variables added to those of this process
 * @returns the exit code (1 when the program could not be started) and the whole output
 */
export function execute(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { NODE_COMPILE_CACHE: compiledModules, ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    watchChild(child)
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
