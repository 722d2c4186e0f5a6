import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../../platform/error-message.ts'
import { ok, type Outcome, problem, warning } from './finding.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
/**
 * With less free space than this, the doctor reports a problem, because the server may soon be unable to store votes.
 */
const LOW_BYTES = 100 * MIB
/** With less free space than this, the doctor reports a warning. */
const ENOUGH_BYTES = GIB
/** Files that only the system user of the server may read. */
const PRIVATE_FILES = ['jointly.db', 'secret.key', path.join('provider', 'provider.sqlite')]

/** Checks that the data directory can be written, has free space, and cannot be read by others. */
export async function checkDisk(dataDir: string): Promise<Outcome | Outcome[]> {
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT'
    return isMissing
      ? ok(`DATA_DIR ${dataDir} does not exist yet: the first start makes it.`)
      : problem(
          `DATA_DIR ${dataDir} cannot be written (${errorCode(error)}).`,
          `Give it to the user of the server: chown -R <user> ${dataDir}`,
        )
  }
  return [checkFreeSpace(dataDir), ...publicFileFindings(dataDir)]
}

function checkFreeSpace(dataDir: string): Outcome {
  const { bavail, bsize } = statfsSync(dataDir)
  return freeSpaceFinding(bavail * bsize)
}

/** Returns the finding for a number of free bytes. */
export function freeSpaceFinding(free: number): Outcome {
  const said = `${sizeOf(free)} free in DATA_DIR`
  if (free < LOW_BYTES)
    return problem(
      `Only ${said}: votes are refused once the disk is full.`,
      'Make room, or move DATA_DIR to a larger disk while the server is stopped.',
    )
  if (free < ENOUGH_BYTES)
    return warning(`Only ${said}.`, 'Make room before it is full: a full disk refuses votes.')
  return ok(`${said}.`)
}

/** Formats a size, rounded down, with its verb: `1.5 GiB are`. */
function sizeOf(bytes: number): string {
  const [amount, unit] =
    bytes < GIB ? [Math.floor(bytes / MIB), 'MiB'] : [Math.floor((bytes * 10) / GIB) / 10, 'GiB']
  return `${amount.toLocaleString('en')} ${unit} ${amount === 1 ? 'is' : 'are'}`
}

function publicFileFindings(dataDir: string): Outcome[] {
  if (process.platform === 'win32') return []
  return PRIVATE_FILES.map((name) => path.join(dataDir, name))
    .filter((file) => existsSync(file) && (statSync(file).mode & 0o077) !== 0)
    .map((file) =>
      problem(`${file} can be read by other users of this machine.`, `Take it from them: chmod 600 ${file}`),
    )
}
