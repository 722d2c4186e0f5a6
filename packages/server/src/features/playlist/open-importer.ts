import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import type { ProviderApi } from '../../provider/api.ts'
import { refreshFlavorViews } from '../../session/access/song-refusals.ts'
import type { SessionContext } from '../../session/context.ts'
import { createImporter, type Importer } from './importer.ts'
import { chosenPlaylists } from './service.ts'

/**
 * Creates the importer. It sends the progress to the users, and refreshes the sessions whose flavor (song rules)
 * contains a playlist with new songs.
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
