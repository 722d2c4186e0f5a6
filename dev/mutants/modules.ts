import { globSync } from 'node:fs'
import path from 'node:path'
import { parts } from './pure.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const filesOf = (module: string): string[] => globSync(`${module}.ts`, { cwd: ROOT })

/** The modules of all parts, as paths without `.ts` or as patterns. */
export const listedModules: readonly string[] = Object.values(parts).flatMap(({ modules }) => [...modules])

/** Returns the modules that have no file. @param modules paths without `.ts`, or patterns */
export function missingModules(modules: readonly string[]): string[] {
  return modules.filter((module) => filesOf(module).length === 0)
}

/**
 * Returns the absolute paths of the files of a module, without its tests.
 * @param module a path without `.ts`, or a pattern
 */
export function sourcesOf(module: string): string[] {
  return filesOf(module)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => path.join(ROOT, file))
}
