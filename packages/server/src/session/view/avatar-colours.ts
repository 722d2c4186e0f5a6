import { AVATAR_PAIRS, movedPairs } from '@jointly/domain'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/tables.ts'

const CACHED_SESSIONS = 2_000

export type AvatarColours = {
  /**
   * Returns the numbers of colour pairs by user id (U2). The result contains only people who do not get the pair of
   * their id, because an earlier person of the session has its colours.
   * @param shownIds the people whose names are shown
   */
  ofSession(ssid: string, shownIds: readonly string[]): Promise<Readonly<Record<string, number>>>
}

/**
 * Loads the colours of the people in each session. They are loaded again when a person is shown for the first time.
 */
export function createAvatarColours(db: Db): AvatarColours {
  const known = new LRUCache<string, { ids: ReadonlySet<string>; moved: Readonly<Record<string, number>> }>({
    max: CACHED_SESSIONS,
  })

  async function load(ssid: string) {
    const rows = await db
      .selectFrom('members')
      .select('user_id')
      .where('session_id', '=', ssid)
      .orderBy('first_at')
      .orderBy('user_id')
      .limit(AVATAR_PAIRS.length)
      .execute()
    const ids = rows.map((row) => row.user_id)
    const loaded = { ids: new Set(ids), moved: movedPairs(ids) }
    known.set(ssid, loaded)
    return loaded
  }

  return {
    async ofSession(ssid, shownIds) {
      const cached = known.get(ssid)
      // The cached result is complete if all pairs are used, because later people get the pair of their id.
      const isComplete =
        cached && (cached.ids.size === AVATAR_PAIRS.length || shownIds.every((id) => cached.ids.has(id)))
      return (isComplete ? cached : await load(ssid)).moved
    },
  }
}
