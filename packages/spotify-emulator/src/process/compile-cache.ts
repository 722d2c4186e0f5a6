import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The permission bits that allow the group and other users to write to the folder. */
const writableByOthers = 0o022

/**
 * Caches compiled code, so that the next start takes half the time. The cache must be in a folder that no other
 * user can write to, because cached code is executed.
 */
export function enablePrivateCompileCache(): void {
  const folder = privateFolder(join(tmpdir(), `jointly-compile-cache-${process.getuid?.() ?? 'own'}`))
  if (folder !== null) enableCompileCache(folder)
}

/**
 * Creates a folder that only this user can change, or uses the existing one.
 * @returns the path of the folder; null when it belongs to another user, others may write to it, or it is a
 * link
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
