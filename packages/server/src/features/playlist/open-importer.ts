import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import type { ProviderApi } from '../../provider/api.ts'
import { refreshFlavorViews } from '../../session/access/flavor.ts'
import type { SessionContext } from '../../session/context.ts'
import { createImporter, type Importer } from './importer.ts'
import { chosenPlaylists } from './service.ts'

/**
 * Creates the importer with its callbacks: progress goes to the users, and sessions are refreshed when a
 * playlist of their flavor (the session's song rules) has new songs.
 */
export function openImporter(context: SessionContext, api: ProviderApi, accounts: LinkedAccounts): Importer {
  const { db, now, bus } = context
  return createImporter({
    db,
    now,
    logFault: context.logFault,
    api,
    callAccount: accounts.call,
    async onProgress(userId) {
      const playlists = await chosenPlaylists(db, userId)
      bus.publish({ type: 'person', userId, message: { type: 'playlists', playlists } })
    },
    onImported: (playlistId) => refreshFlavorViews(context, playlistId),
  })
}
