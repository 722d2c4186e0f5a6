import { createHmac } from 'node:crypto'
import { usernameKey } from '@jointly/domain'
import type { Db } from '../../platform/db/tables.ts'

/** How long a network is known after a login from it. */
export const KNOWN_LIFE_MS = 90 * 24 * 3_600_000
/**
 * The maximum number of known networks per user. A further network replaces the network that was used least recently.
 */
const NETWORKS_PER_PERSON = 50

/** A user, and the network that the user logs in from. */
export type NetworkUse = { userId: string; username: string; network: string }

/**
 * The networks from which users logged in before (A4). The database stores a keyed hash of the username and the
 * network, and until when the network is known.
 */
export type KnownNetworks = {
  /** Returns whether a user with this name recently logged in from this network. */
  isKnown(username: string, network: string): Promise<boolean>
  /** Stores a network as known from now on, or makes it known for longer. */
  remember(db: Db, use: NetworkUse): Promise<void>
}

/**
 * Creates the store of known networks.
 * @param now returns the time in epoch milliseconds
 * @param key a secret that all servers of one database share
 */
export function createKnownNetworks(db: Db, now: () => number, key: string): KnownNetworks {
  const hashOf = (username: string, network: string): string =>
    createHmac('sha256', key)
      .update(`${usernameKey(username)}\n${network}`)
      .digest('base64url')

  return {
    async isKnown(username, network) {
      const known = await db
        .selectFrom('known_networks')
        .select('hash')
        .where('hash', '=', hashOf(username, network))
        .where('expires_at', '>', now())
        .executeTakeFirst()
      return known !== undefined
    },

    async remember(db, { userId, username, network }) {
      const expiresAt = now() + KNOWN_LIFE_MS
      await db
        .insertInto('known_networks')
        .values({ hash: hashOf(username, network), user_id: userId, expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ expires_at: expiresAt }))
        .execute()
      const surplus = db
        .selectFrom('known_networks')
        .select('hash')
        .where('user_id', '=', userId)
        .orderBy('expires_at', 'desc')
        .orderBy('hash')
        .limit(NETWORKS_PER_PERSON)
      await db
        .deleteFrom('known_networks')
        .where('user_id', '=', userId)
        .where('hash', 'not in', surplus)
        .execute()
    },
  }
}
