import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What others of the machine may not do with the folder: write to it. */
const writableByOthers = 0o022

/**
 * Caches compiled code for the next start, which then takes half of the time. The cache is code that runs: it lies in a
 * folder that no other user of the machine can write to, or there is none.
 */
export function enablePrivateCompileCache(): void {
  const folder = privateFolder(join(tmpdir(), `jointly-compile-cache-${process.getuid?.() ?? 'own'}`))
  if (folder !== null) enableCompileCache(folder)
}

/**
 * Makes a folder for this user alone, or takes the one that is there.
 *
 * @returns its path; null where it belongs to somebody else, others may write to it, or it is a link
 */
export function privateFolder(path: string): string | null {
  try {
    mkdirSync(path, { mode: 0o700, recursive: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return null
  }
  const stats = lstatSync(path)
  if (process.getuid === undefined) return stats.isDirectory() ? path : null
  const isOurs = stats.uid === process.getuid() && (stats.mode & writableByOthers) === 0
  return stats.isDirectory() && isOurs ? path : null
}
