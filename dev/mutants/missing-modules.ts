import { globSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Returns the modules that have no file. @param modules paths without `.ts`, or patterns */
export function missingModules(modules: readonly string[]): string[] {
  return modules.filter((module) => globSync(`${module}.ts`, { cwd: ROOT }).length === 0)
}
