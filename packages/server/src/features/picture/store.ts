import type { Db, Trx } from '../../platform/db/tables.ts'

/** Replaces the picture of a user whose row this transaction has locked. @param picture null removes the picture */
export async function replacePicture(
  trx: Trx,
  userId: string,
  picture: { id: string; file: Buffer; created_at: number } | null,
): Promise<void> {
  await trx.deleteFrom('pictures').where('user_id', '=', userId).execute()
  if (picture)
    await trx
      .insertInto('pictures')
      .values({ ...picture, user_id: userId })
      .execute()
  await trx
    .updateTable('users')
    .set({ picture: picture?.id ?? null })
    .where('id', '=', userId)
    .execute()
}

/** Returns the file of a picture, a WebP. Undefined if no picture has this id. */
export async function findPicture(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('pictures').select('file').where('id', '=', id).executeTakeFirst()
  return row && Buffer.from(row.file)
}
