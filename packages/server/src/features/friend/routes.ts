import type { Handle } from '../../http/handle.ts'
import type { Db } from '../../db/tables.ts'
import { friendsOf } from './store.ts'

/** Friends and open requests (N1). */
export function friendRoutes(handle: Handle, db: Db): void {
  handle('friends', ({ caller }) => friendsOf(db, caller.userId))
}
