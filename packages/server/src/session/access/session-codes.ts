import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'

/** A random session code (J1). It may be taken already. */
export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** So many codes in a row are never all taken by chance. */
const MOST_ATTEMPTS = 100

/**
 * Tries new codes until one is free.
 *
 * @param store stores a session with the code; @returns whether the code was free
 */
export async function withFreeCode(
  store: (code: string) => Promise<boolean>,
  makeCode: () => string = newCode,
): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) if (await store(makeCode())) return
  throw new Error('no free session code was found')
}

/**
 * Gives a code to every session without one: sessions that are older than codes, and those that an older server
 * created. Several servers may do this at once.
 */
export async function giveMissingCodes(db: Db): Promise<void> {
  await transact(db, async (trx) => {
    const sessions = trx.selectFrom('sessions').select('id')
    // Ordered, so that two servers that start at once lock the rows in the same order.
    for (const { id } of await sessions.where('code', '=', '').orderBy('id').execute())
      await withFreeCode(async (code) => {
        if (await sessions.where('code', '=', code).executeTakeFirst()) return false
        await trx.updateTable('sessions').set({ code }).where('id', '=', id).where('code', '=', '').execute()
        return true
      })
  })
}
