import type { Shutdown } from './platform/lifecycle/shutdown.ts'
import { createAccountStore } from './accounts/account-store.ts'
import { createLinkedAccounts } from './accounts/linked-accounts.ts'
import { createRevocations } from './accounts/revocations.ts'
import { type AccountRouteDeps, accountRoutes } from './features/account/routes.ts'
import { linkDirectly } from './features/account/service.ts'
import type { Listener } from './features/guest/service.ts'
import { historyRoutes } from './features/history/routes.ts'
import { retryNow } from './features/playlist/import-store.ts'
import { openImporter } from './features/playlist/open-importer.ts'
import { playlistRoutes } from './features/playlist/routes.ts'
import { songRoutes } from './features/song/routes.ts'
import { createSongs } from './features/song/service.ts'
import type { LoginContext } from './people/login/context.ts'
import { createProviderApi } from './provider/api.ts'
import { createOAuth } from './provider/oauth.ts'
import type { StreamingProvider } from './provider/provider.ts'
import { createTransport } from './provider/transport.ts'
import type { Config } from './config.ts'
import type { SessionContext } from './session/context.ts'
import type { Handle } from './platform/http/router.ts'
import type { LinkOrigin } from './platform/http/link-origin.ts'
import type { Platform } from './open-platform.ts'
import type { Overrides } from './overrides.ts'

/** The parts of the server that `app.ts` creates and passes to the functions that add features. */
export type AppParts = {
  config: Config
  overrides: Overrides
  platform: Platform
  provider: StreamingProvider
  login: LoginContext
  context: SessionContext
  handle: Handle
  linkOrigin: LinkOrigin
  closing: Shutdown
}

/** Adds the routes and jobs for linked accounts, playlists and songs. */
export function addMusic({ config, overrides, platform, provider, context, handle, closing }: AppParts) {
  const { db, now, bus, logFault } = context
  const { limiter, secrets } = platform
  const transport = createTransport(now, platform.logProviderAway)
  const api = createProviderApi(provider, transport)
  const oauth = createOAuth(provider, transport, now)
  const store = createAccountStore(secrets)
  const revocations = createRevocations({ db, now, secrets, oauth, logFault })
  const accounts = createLinkedAccounts({
    ...{ db, now, bus, store, oauth, revocations, logFault },
    pace: overrides.pace ?? 1,
  })
  closing.onStopWork(accounts.close)
  const importer = openImporter(context, api, accounts)
  closing.onStopWork(importer.stop)
  const songs = createSongs({ sessions: context, api, limiter, accounts, appToken: oauth.appToken })
  const account: AccountRouteDeps = {
    ...{ db, now, accounts, oauth, api, limiter, publicOrigin: config.publicOrigin },
    providerName: provider.description.name,
    canLinkDirectly: provider.canLinkDirectly,
    async onLinked(userId) {
      await retryNow(db, userId)
      importer.runNow()
    },
  }
  accountRoutes(handle, account)
  playlistRoutes(handle, { db, now, api, importer, limiter, accounts, sessions: context })
  songRoutes(handle, songs, { sessions: context, limiter, search: songs.search })
  historyRoutes(handle, { db, now, api, limiter, accounts })
  return { accounts, importer, songs, oauth, linkAccount: (user: Listener) => linkDirectly(account, user) }
}
