import type { LinkedAccounts } from '../../accounts/linked-accounts.ts'
import type { ProviderApi } from '../../provider/api.ts'
import { refreshFlavorViews } from '../../session/access/flavor.ts'
import type { SessionContext } from '../../session/context.ts'
import { createImporter, type Importer } from './importer.ts'
import { chosenPlaylists } from './service.ts'

/** Imports playlists, sends the progress to their users, and refreshes sessions whose flavor contains them. */
export function createPlaylistImporter(
  context: SessionContext,
  api: ProviderApi,
  accounts: LinkedAccounts,
): Importer {
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
