import type { Db } from '../../platform/db/tables.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

/** A ticket may be claimed for so long (A6). */
const TICKET_LIFE_MS = 14 * 24 * 3_600_000
const CODE_BYTES = 16

/** Characters of the hash of a code that name a ticket without opening it. */
const ID_LENGTH = 12

/** `id` names the ticket where its code must not be shown. */
export type NewTicket = { id: string; code: string; validUntil: number }

/** Creates a ticket; its code is stored as a hash only. @param createdBy null for the server's own first ticket */
export async function insertTicket(db: Db, createdBy: string | null, nowMs: number): Promise<NewTicket> {
  const code = newSecretCode(CODE_BYTES)
  const validUntil = nowMs + TICKET_LIFE_MS
  await db.deleteFrom('tickets').where('expires_at', '<=', nowMs).execute()
  await db
    .insertInto('tickets')
    .values({
      code_hash: hashOfSecret(code),
      created_by: createdBy,
      created_at: nowMs,
      expires_at: validUntil,
      used_at: null,
    })
    .execute()
  return { id: ticketId(code), code, validUntil }
}

/** Takes back the server's own tickets that nobody used, as far as they were made before a moment. */
export async function deleteServerTickets(db: Db, madeBefore: number): Promise<void> {
  await db
    .deleteFrom('tickets')
    .where('created_by', 'is', null)
    .where('used_at', 'is', null)
    .where('created_at', '<', madeBefore)
    .execute()
}

/** Whether a ticket could be claimed now. */
export async function isClaimable(db: Db, code: string, nowMs: number): Promise<boolean> {
  const ticket = await db
    .selectFrom('tickets')
    .select('code_hash')
    .where('code_hash', '=', hashOfSecret(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
  return ticket !== undefined
}

/** Uses a ticket up; exactly one caller hears true (A6). */
export async function useTicket(db: Db, code: string, nowMs: number): Promise<boolean> {
  const used = await db
    .updateTable('tickets')
    .set({ used_at: nowMs })
    .where('code_hash', '=', hashOfSecret(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returning('code_hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Names a ticket in the log of security events (A8). */
export function ticketId(code: string): string {
  return hashOfSecret(code).slice(0, ID_LENGTH)
}
