import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { keepPrivate } from '../lifecycle/data-dir.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps provider tokens unreadable at rest (L2), and derives secrets of our own. */
export type Secrets = {
  /** @param belongsTo the row the text is stored in: copied to another row it cannot be read */
  encrypt(text: string, belongsTo: string): string
  /** @throws when the text was changed, belongs elsewhere, or was written with another key */
  decrypt(stored: string, belongsTo: string): string
  /** A secret for one purpose, the same after every start. */
  derive(purpose: string): string
}

/**
 * @param configured SECRET_KEY; without one a key is made on the first start and kept in `dataDir`, readable by its
 *   owner only
 */
export function openSecrets(configured: string | null, dataDir: string): Secrets {
  const master = configured ?? keptKey(path.join(dataDir, 'secret.key'))
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'jointly', purpose, KEY_BYTES))
  const tokenKey = derive('provider tokens')
  return {
    encrypt(text, belongsTo) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', tokenKey, nonce).setAAD(Buffer.from(belongsTo))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return sealed.toString('base64url')
    },
    decrypt(stored, belongsTo) {
      const sealed = Buffer.from(stored, 'base64url')
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', tokenKey, nonce).setAAD(Buffer.from(belongsTo))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
      return text + decipher.final('utf8')
    },
    derive: (purpose) => derive(purpose).toString('base64url'),
  }
}

function keptKey(file: string): string {
  try {
    const key = readFileSync(file, 'utf8').trim()
    keepPrivate(file)
    return key
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const key = randomBytes(KEY_BYTES).toString('base64url')
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return key
}
