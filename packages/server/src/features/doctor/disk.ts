import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { SQLITE_FILE } from '../../platform/db/open.ts'
import { errorCode } from '../../platform/error-message.ts'
import { KEY_FILE } from '../../platform/security/secrets.ts'
import { ok, type Outcome, problem, warning } from './finding.ts'
import { diskTexts } from './texts/disk-texts.ts'

const MIB = 1024 * 1024
const GIB = 1024 * MIB
/**
 * With less free space than this, the doctor reports a problem, because the server may soon be unable to store votes.
 */
const LOW_BYTES = 100 * MIB
/** With less free space than this, the doctor reports a warning. */
const ENOUGH_BYTES = GIB
/** Files that only the system user of the server may read. */
const PRIVATE_FILES = [SQLITE_FILE, KEY_FILE, path.join('provider', 'provider.sqlite')]

/**
 * Checks that the server can use the data directory and its files, that others cannot read them, and the free space.
 * @param isServer whether this process is the server. If not, the server may run as another user
 */
export async function checkDisk(dataDir: string, isServer: boolean): Promise<Outcome | Outcome[]> {
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT'
    return isMissing
      ? ok(diskTexts.notYet(dataDir))
      : problem(diskTexts.unwritable(dataDir, errorCode(error)), diskTexts.allowWriting(dataDir))
  }
  return [
    checkFreeSpace(dataDir),
    ...(isServer ? [] : ownerFindings(dataDir)),
    ...PRIVATE_FILES.flatMap((name) => fileFindings(dataDir, name)),
  ]
}

/** Root can open every file, so its checks of permissions say nothing about another user. */
function ownerFindings(dataDir: string): Outcome[] {
  const isOther = process.getuid?.() === 0 && statSync(dataDir).uid !== 0
  return isOther ? [warning(diskTexts.otherOwner(dataDir), diskTexts.runAsOwner)] : []
}

function checkFreeSpace(dataDir: string): Outcome {
  const { bavail, bsize } = statfsSync(dataDir)
  return freeSpaceFinding(bavail * bsize)
}

/** Returns the finding for a number of free bytes. */
export function freeSpaceFinding(free: number): Outcome {
  if (free < LOW_BYTES) return problem(diskTexts.full(...sizeOf(free)), diskTexts.moveDisk)
  if (free < ENOUGH_BYTES) return warning(diskTexts.low(...sizeOf(free)), diskTexts.makeRoom)
  return ok(diskTexts.enough(...sizeOf(free)))
}

/** Returns an amount and its unit, rounded down: `[1.5, 'GiB']`. */
function sizeOf(bytes: number): [number, string] {
  return bytes < GIB ? [Math.floor(bytes / MIB), 'MiB'] : [Math.floor((bytes * 10) / GIB) / 10, 'GiB']
}

function fileFindings(dataDir: string, name: string): Outcome[] {
  const file = path.join(dataDir, name)
  try {
    // The server never writes the key, so it may be read-only.
    accessSync(file, name === KEY_FILE ? constants.R_OK : constants.R_OK | constants.W_OK)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return []
    return [problem(diskTexts.unusableFile(file, code), diskTexts.allowWriting(dataDir))]
  }
  const isPublic = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
  return isPublic ? [problem(diskTexts.publicFile(file), diskTexts.makePrivate(file))] : []
}
