import type { Load, LoadResult, Script } from './load.ts'

/**
 * Creates a function that sends the requests of the scripts for some time. The next run of the function continues
 * where the previous run ended. If it started from the beginning, it would repeat votes, and a repeated vote changes
 * nothing.
 */
export function createScriptRunner(load: Load, port: number, scripts: readonly Script[]) {
  let from: readonly number[] = []
  return async (durationMs: number, perSecond: number | null = null): Promise<LoadResult> => {
    const result = await load.run({ port, scripts, from, durationMs, perSecond })
    from = result.reached
    return result
  }
}
