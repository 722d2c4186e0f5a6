import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from './start-error.ts'

/**
 * Takes the data directory for this process alone. The lock is the operating system's, so that it ends with the
 * process however that ends.
 *
 * @returns gives the directory back
 * @throws StartError when it cannot be written, or another server holds it
 */
export function takeDataDir(dataDir: string): () => void {
  makeWritable(dataDir)
  const lock = new DatabaseSync(path.join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode=exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new StartError(`Another server runs on ${dataDir}: stop it, or set DATA_DIR to another directory.`)
  }
  return () => lock.close()
}

function makeWritable(dataDir: string): void {
  try {
    makeDirectory(path.resolve(dataDir))
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written${codeOf(error)}.`)
  }
}

/**
 * Takes from everyone else of this machine what they may do with files of ours, as after a backup was brought back.
 *
 * @param files those of them that exist
 * @throws StartError where that may not be changed
 */
export function keepPrivate(...files: readonly string[]): void {
  for (const file of files) {
    if (!existsSync(file) || !(statSync(file).mode & 0o077)) continue
    try {
      chmodSync(file, 0o600)
    } catch (error) {
      throw new StartError(`${file} is open to others, and that cannot be changed${codeOf(error)}.`)
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
}

/** Step by step: Node's own `recursive` never returns where a file system such as /proc refuses by "not found". */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return
  makeDirectory(path.dirname(directory))
  mkdirSync(directory, { mode: 0o700 })
}
