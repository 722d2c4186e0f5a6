import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'
import { transact } from '../../platform/db/transact.ts'

/** Creates a random code of a session (J1) or a stage (X1). It may already be in use. */
function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}

/** The maximum number of attempts to find a free code. In practice the first or second code is free. */
const MOST_ATTEMPTS = 100

/**
 * Tries new codes until one is free. Throws after 100 attempts.
 * @param store stores a session or a stage with the code and returns whether the code was free
 * @returns the stored code
 */
export async function withFreeCode(
  store: (code: string) => Promise<boolean>,
  makeCode: () => string = newCode,
): Promise<string> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const code = makeCode()
    if (await store(code)) return code
  }
  throw new Error('no free code was found')
}

/**
 * Gives a code to every session without one. Such sessions are older than codes, or were created by a server of
 * an older version. Several servers may do this at once.
 */
export async function giveMissingCodes(db: Db): Promise<void> {
  await transact(db, async (trx) => {
    const sessions = trx.selectFrom('sessions').select('id')
    // The order is fixed so that two servers that start at once do not deadlock.
    for (const { id } of await sessions.where('code', '=', '').orderBy('id').execute())
      await withFreeCode(async (code) => {
        if (await sessions.where('code', '=', code).executeTakeFirst()) return false
        await trx.updateTable('sessions').set({ code }).where('id', '=', id).where('code', '=', '').execute()
        return true
      })
  })
}
