import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders whose files decide how a song sounds. */
const FOLDERS = ['audio', 'catalogue', 'compose', 'encoding', 'names']

let version: string | undefined

/**
 * Returns a hash of the code that makes the songs. The names of stored songs contain this hash, so songs of another
 * version of the code are not used.
 */
export function renderVersion(): string {
  version ??= hashOf(join(import.meta.dirname, '..'))
  return version
}

function hashOf(root: string): string {
  const hash = createHash('sha256')
  for (const folder of FOLDERS) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /(?<!\.test)\.(ts|json)$/.test(name)).sort())
      hash.update(readFileSync(join(root, folder, file)))
  }
  return hash.digest('hex').slice(0, 12)
}
