import type { Db } from '../../platform/db/tables.ts'
import { hashOfSecret, newSecretCode } from '../../platform/security/secret-code.ts'

/** How long a ticket can be claimed (A6). */
const TICKET_LIFE_MS = 14 * 24 * 3_600_000
const CODE_BYTES = 16

/** This many characters of the hash identify a ticket, but cannot be used to claim it. */
const ID_LENGTH = 12

/** A new ticket. `id` identifies the ticket in logs, where its code must stay secret. */
export type NewTicket = { id: string; code: string; validUntil: number }

/**
 * Creates a ticket and stores only the hash of its code.
 * @param createdBy null for the server's own first ticket
 */
export async function insertTicket(db: Db, createdBy: string | null, nowMs: number): Promise<NewTicket> {
  const code = newSecretCode(CODE_BYTES)
  const validUntil = nowMs + TICKET_LIFE_MS
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

/**
 * Deletes the unused activation links (tickets that the server created) from before `madeBefore`, in epoch
 * milliseconds.
 */
export async function deleteServerTickets(db: Db, madeBefore: number): Promise<void> {
  await db
    .deleteFrom('tickets')
    .where('created_by', 'is', null)
    .where('used_at', 'is', null)
    .where('created_at', '<', madeBefore)
    .execute()
}

/** Returns whether a ticket can be claimed now. */
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

/** Marks a ticket as used. Of several callers, only one gets true (A6). */
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

/** Returns the id of a ticket for the security log (A8). */
export function ticketId(code: string): string {
  return hashOfSecret(code).slice(0, ID_LENGTH)
}
