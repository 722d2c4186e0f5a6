import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { KEY_FILE, openSecrets } from '../../platform/security/secrets.ts'
import { withDatabase } from './database.ts'

/**
 * The end of each user id of the built-in service: a hyphen and ten random hexadecimal digits. The pattern is needed
 * because the database can still contain accounts of this service after a change to Spotify.
 */
const BUILT_IN_USER = /-[0-9a-f]{10}$/

/** Returns whether an account of the database belongs to the built-in service. @param row with `owner_id` */
export function isBuiltInUser(row: Record<string, unknown>): boolean {
  return BUILT_IN_USER.test(String(row['owner_id']))
}

/**
 * Reads a valid access token of a linked account, without renewing it or changing anything.
 * @returns null if no account has a valid token, or if the token cannot be read
 */
export async function linkedToken(config: Config): Promise<string | null> {
  const nowSec = Math.floor(Date.now() / 1000)
  try {
    const rows = await withDatabase(config, (read) =>
      read(`select id, owner_id, access_token from accounts
        where status = 'ok' and valid_until_sec > ${nowSec} order by valid_until_sec desc`),
    )
    const row = rows?.find((one) => !isBuiltInUser(one))
    if (!row) return null
    // The key is read here, because `openSecrets` would create a missing key.
    const key = config.secretKey ?? readFileSync(path.join(config.dataDir, KEY_FILE), 'utf8').trim()
    return openSecrets(key, config.dataDir).decrypt(String(row['access_token']), String(row['id']))
  } catch {
    return null
  }
}
