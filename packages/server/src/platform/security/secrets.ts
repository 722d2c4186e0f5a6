import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../error-message.ts'
import { cannotOpen, makePrivate } from '../lifecycle/data-dir.ts'
import { StartError } from '../lifecycle/start-error.ts'

const KEY_BYTES = 32
/** The shortest key that is accepted, in characters, as for `SECRET_KEY`. */
const MIN_KEY_LENGTH = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts the provider's tokens in the database (L2), and derives other secrets from the key of this server.
 */
export type Secrets = {
  /**
   * Encrypts a text.
   * @param belongsTo identifies the row that stores the text; only with the same value can the text be
   * decrypted
   */
  encrypt(text: string, belongsTo: string): string
  /**
   * Decrypts a text.
   * @throws if the text was changed, belongs to another row, or was encrypted with another key
   */
  decrypt(stored: string, belongsTo: string): string
  /** Decrypts a text. Returns null where `decrypt` throws. */
  tryDecrypt(stored: string, belongsTo: string): string | null
  /** Derives a secret for one purpose. The result is the same after every start of the server. */
  derive(purpose: string): string
}

/** The name of the file with the secret key in the data directory. */
export const KEY_FILE = 'secret.key'

/**
 * Reads the secret key of this server, and returns functions that use it.
 * @param configured the setting SECRET_KEY; without one, a key is created on the first start and stored in
 * `dataDir`, readable by its owner only
 */
export function openSecrets(configured: string | null, dataDir: string): Secrets {
  const master = configured ?? readOrCreateKey(path.join(dataDir, KEY_FILE))
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'jointly', purpose, KEY_BYTES))
  const tokenKey = derive('provider tokens')
  const decrypt = (stored: string, belongsTo: string): string => {
    const sealed = Buffer.from(stored, 'base64url')
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', tokenKey, nonce).setAAD(Buffer.from(belongsTo))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
    return text + decipher.final('utf8')
  }
  return {
    encrypt(text, belongsTo) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', tokenKey, nonce).setAAD(Buffer.from(belongsTo))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return sealed.toString('base64url')
    },
    decrypt,
    tryDecrypt(stored, belongsTo) {
      try {
        return decrypt(stored, belongsTo)
      } catch {
        return null
      }
    },
    derive: (purpose) => derive(purpose).toString('base64url'),
  }
}

/** Reads the key, or creates it at the first start. @throws StartError if the file is damaged or cannot be read */
function readOrCreateKey(file: string): string {
  try {
    const key = readFileSync(file, 'utf8').trim()
    // Without this check, an empty file would be a key that everybody knows.
    if (key.length < MIN_KEY_LENGTH) throw new StartError(damaged(file))
    makePrivate([file])
    return key
  } catch (error) {
    if (error instanceof StartError) throw error
    if (errorCode(error) !== 'ENOENT') throw cannotOpen(file, error)
  }
  const key = randomBytes(KEY_BYTES).toString('base64url')
  // The rename comes last, so that a crash or a full disk leaves no file with a part of the key.
  const unfinished = `${file}.new`
  writeFileSync(unfinished, `${key}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, file)
  return key
}

const damaged = (file: string): string =>
  `${file} is empty or damaged. Restore it from a backup. Or delete it; then people have to connect their streaming accounts again.`
