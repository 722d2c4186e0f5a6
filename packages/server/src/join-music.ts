import type { Trx } from './platform/db/tables.ts'
import { createAccountAccess } from './features/account/access.ts'
import { createAccessEnding } from './features/account/end-access.ts'
import { accountRoutes } from './features/account/routes.ts'
import { createAccountStore } from './features/account/store.ts'
import { resumeImports, retryNow } from './features/playlist/import-store.ts'
import { createImporter } from './features/playlist/importer.ts'
import { playlistRoutes } from './features/playlist/routes.ts'
import { chosenPlaylists } from './features/playlist/service.ts'
import { chosenCounts } from './features/playlist/store.ts'
import { songRoutes } from './features/song/routes.ts'
import { createSongs } from './features/song/service.ts'
import type { Handle } from './platform/http/handle.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import { refreshLoadedSongs } from './songs/loaded-songs.ts'
import type { ReportOutage } from './platform/log/outage-log.ts'
import { refreshFlavorViews } from './session/access/flavor.ts'
import type { SessionContext } from './session/context.ts'
import type { Secrets } from './platform/security/secrets.ts'
import { createProviderApi } from './provider/api.ts'
import { createOAuth } from './provider/oauth.ts'
import type { StreamingProvider } from './provider/provider.ts'
import { createTransport } from './provider/transport.ts'

export type MusicCore = {
  /** Divides waiting times. */
  pace: number
  tellProviderAway: ReportOutage
  handle: Handle
  limiter: RateLimiter
  secrets: Secrets
  provider: StreamingProvider
  publicOrigin: string | null
  /** Whether this process is the only one on its database. */
  isAlone: boolean
  sessions: SessionContext
  onClose(close: () => Promise<void> | void): void
}

/** Joins all that concerns music: linked accounts, their playlists, and songs. */
export function joinMusic(core: MusicCore) {
  const { sessions, handle, limiter, provider } = core
  const { db, now, bus } = sessions
  const transport = createTransport(now, core.tellProviderAway)
  const api = createProviderApi(provider, transport)
  const oauth = createOAuth(provider, transport, now)
  const store = createAccountStore(core.secrets)

  const onChange = (userId: string) =>
    bus.publish({ type: 'person', userId, message: { type: 'changed', what: 'accounts' } })
  const access = createAccountAccess({ db, now, store, oauth, onChange })
  const ending = createAccessEnding({
    db,
    store,
    access,
    onChange,
    tellFault: sessions.logFault,
    pace: core.pace,
  })
  core.onClose(ending.close)
  const accountsOf = (userId: string) => store.ofUser(db, userId)
  const callAccount = access.call

  const importer = createImporter({
    db,
    now,
    tellFault: sessions.logFault,
    api,
    callAccount,
    async onProgress(userId) {
      const playlists = await chosenPlaylists(db, userId)
      bus.publish({ type: 'person', userId, message: { type: 'playlists', playlists } })
    },
    onImported: (playlistId) => refreshFlavorViews(sessions, playlistId),
  })
  core.onClose(importer.stop)
  const songs = createSongs({
    sessions,
    api,
    limiter,
    accountsOf,
    callAccount,
    appToken: oauth.appToken,
  })

  accountRoutes(handle, {
    db,
    now,
    store,
    access,
    oauth,
    api,
    limiter,
    onChange,
    publicOrigin: core.publicOrigin,
    providerName: provider.description.name,
    chosenPlaylists: chosenCounts,
    async onLinked(userId) {
      await retryNow(db, userId)
      importer.wake()
    },
    onRemoved: refreshLoadedSongs,
  })
  playlistRoutes(handle, {
    db,
    now,
    api,
    importer,
    limiter,
    accountsOf,
    callAccount,
    sessions,
    onChange,
  })
  songRoutes(handle, songs)

  return {
    /** What a person's linked accounts let us do: what is to be given back when they go for good (A7). */
    grants: {
      async of(trx: Trx, userId: string): Promise<string[]> {
        const accounts = await store.ofUser(trx, userId)
        return accounts.map(({ refreshToken }) => refreshToken).filter((token) => token !== '')
      },
      async revoke(grants: readonly string[]): Promise<void> {
        await Promise.all(grants.map((grant) => oauth.revoke(grant)))
      },
      /** Ends the access tokens that a person's devices have; those still signed in get new ones (B3). */
      endAccess: ending.begin,
    },
    /** A song that is known, or that the provider knows (D1). */
    findSong: songs.resolve,
    /** Goes on with the imports that a stop interrupted. */
    async resumeImports() {
      if (core.isAlone) await resumeImports(db)
      importer.wake()
    },
    /** Resolves when no import runs. */
    importsIdle: importer.idle,
  }
}
