import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode, errorMessage, sqliteCode } from '../error-message.ts'
import { StartError } from './start-error.ts'

/** SQLite's code for a file that another process has locked. */
const SQLITE_BUSY = 5

/**
 * Locks the data directory for this process. When the process ends, the operating system removes the lock.
 * @returns a function that releases the lock
 * @throws StartError if the directory cannot be written or locked, or another server uses it
 */
export function lockDataDir(dataDir: string): () => void {
  makeWritable(dataDir)
  const file = path.join(dataDir, 'server.lock')
  const lock = openLock(file)
  try {
    lock.exec('pragma locking_mode=exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if (sqliteCode(error) === SQLITE_BUSY)
      throw new StartError(
        `Another server runs on ${dataDir}: stop it, or set DATA_DIR to another directory.`,
      )
    throw new StartError(
      `${file} cannot be locked: ${errorMessage(error)}. The user of the server must be able to read and write it. If it is damaged, delete it.`,
    )
  }
  return () => lock.close()
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw cannotOpen(file, error)
  }
}

/** Creates the error for a file of the data directory that cannot be opened, often because it has another owner. */
export function cannotOpen(file: string, error: unknown): StartError {
  return new StartError(
    `${file} cannot be opened (${errorCode(error)}). The user of the server must be able to read and write it.`,
  )
}

function makeWritable(dataDir: string): void {
  try {
    makeDirectory(path.resolve(dataDir))
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written (${errorCode(error)}).`)
  }
}

/**
 * Makes files readable and writable only for their owner. After a backup was restored, others may be able to read them.
 *
 * @param files missing files are skipped
 * @param setMode sets the permissions of a file
 * @throws StartError if a permission cannot be changed
 */
export function makePrivate(
  files: readonly string[],
  setMode: (file: string, mode: number) => void = chmodSync,
): void {
  for (const file of files) {
    try {
      if (statSync(file).mode & 0o077) setMode(file, 0o600)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') continue
      throw new StartError(`${file} is open to others, and that cannot be changed (${errorCode(error)}).`)
    }
  }
}

/**
 * Creates a directory and its parents one by one. The option `recursive` of Node's `mkdirSync` would never return on
 * file systems such as /proc.
 */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return
  makeDirectory(path.dirname(directory))
  mkdirSync(directory, { mode: 0o700 })
}
