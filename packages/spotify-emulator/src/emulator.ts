import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { bundledCatalogue, bundledLibrary } from '@jointly/bundled-music'
import { openMusicFolder } from '@jointly/music-folder'
import type { Library, Log, ScanState } from '@jointly/music-library'
import { createAuthorizationCodes } from './accounts/authorization-codes.ts'
import { ConsentPage } from './accounts/consent.ts'
import { TokenEndpoint } from './accounts/token.ts'
import { Presenter } from './api/presenter.ts'
import { WebApiServer } from './api/web-api-server.ts'
import { createFaultApi } from './control/fault-api.ts'
import { createFaultSwitches, type FaultSwitches } from './control/faults.ts'
import { errorText } from './http/error-text.ts'
import { isForbiddenOrigin } from './http/foreign-origin.ts'
import { refuseUpgrade } from './http/refuse-upgrade.ts'
import { parseRequestTarget, type RequestTarget } from './http/request-target.ts'
import { send, text } from './http/response.ts'
import { Collection } from './library/collection.ts'
import { basePath, type EmulatorOptions } from './options.ts'
import { createDeviceServer } from './player/device-server.ts'
import { createPlayers, type Players } from './player/players.ts'
import { createStreamLimiter } from './player/stream-limiter.ts'
import { createStreamUrlSigner } from './player/signed-stream-urls.ts'
import { Router } from './request-router.ts'
import { createSearchIndex, type SearchIndex } from './search/search-index.ts'
import { type Database, openDatabase } from './store/database.ts'
import { Grants } from './store/grants.ts'
import { createUserPlaylists } from './store/user-playlists.ts'

const defaultTokenCheckMs = 10_000
const defaultSongCacheBytes = 512 * 1024 * 1024

export type SpotifyEmulator = {
  /**
   * Handles a request below the base path. The promise never rejects. The caller must not have read the body of the
   * request.
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /**
   * Handles a WebSocket upgrade. If the path is not one of the provider, it returns false and does not touch the
   * socket.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Returns the progress of the scan of the operator's own files. */
  scan(): ScanState
  close(): Promise<void>
}

/**
 * Creates the built-in music service with Spotify's protocol: accounts, Web API, player script and sound.
 * @throws when the folder `dataDir` or `musicDir` cannot be used
 */
export function createSpotifyEmulator(options: EmulatorOptions): SpotifyEmulator {
  const { publicOrigin, imageOrigin } = options
  const log = options.log ?? (() => undefined)
  const core = createCore(options, log)
  const { database, library, collection, grants, players, now } = core
  const streamLimiter = createStreamLimiter()
  const streamUrls = createStreamUrlSigner(basePath, database.signingKey, now)
  grants.onEnd((grantId) => {
    players.remove(grantId)
    streamLimiter.end(grantId)
  })
  const endpoints = createEndpoints(options, core)
  const scanState = () => library.scan()
  const router = new Router({ basePath, collection, scanState, grants, streamUrls, streamLimiter, endpoints })
  const tokenCheckEveryMs = options.tokenCheckEveryMs ?? defaultTokenCheckMs
  const devices = createDeviceServer({ grants, collection, players, now, streamUrls, tokenCheckEveryMs })
  const presenterFor = ({ origin }: RequestTarget) =>
    new Presenter(collection, origin + basePath, (imageOrigin ?? origin) + basePath)
  // Without a public origin, the provider may be the streaming service of an app at another address.
  const isForbidden = (request: IncomingMessage, target: RequestTarget) =>
    publicOrigin !== undefined && isForbiddenOrigin(request, target)

  return {
    async handle(request, response) {
      const target = parseRequestTarget(request, basePath, publicOrigin)
      if (target === undefined) return send(response, text(404, 'Not found'))
      if (isForbidden(request, target))
        return send(response, text(403, 'Only for pages of the public origin'))
      try {
        await router.serve(request, response, target, presenterFor(target))
      } catch (error) {
        // The client closed the connection before it had sent the whole body. Nobody waits for an answer.
        if (request.destroyed && !request.complete) return
        const details = { path: target.path, cause: errorText(error) }
        log('error', 'the built-in music service failed to answer', details)
        if (!response.headersSent) send(response, text(500, 'Server error.'))
        else response.destroy()
      }
    },
    upgrade(request, socket, head) {
      const target = parseRequestTarget(request, basePath, publicOrigin)
      if (target === undefined || target.path !== '/dealer') return false
      if (isForbidden(request, target)) refuseUpgrade(socket, 403)
      else devices.upgrade(request, socket, head, presenterFor(target))
      return true
    },
    scan: scanState,
    async close() {
      players.close()
      devices.close()
      await library.close()
      database.close()
    },
  }
}

type Core = {
  readonly database: Database
  readonly library: Library
  readonly collection: Collection
  readonly grants: Grants
  readonly players: Players
  readonly faults: FaultSwitches
  readonly now: () => number
}

/** Opens the provider's data, and creates all parts that use these data. */
function createCore(options: EmulatorOptions, log: Log): Core {
  const faults = createFaultSwitches(options.faults ?? {})
  const clock = options.now ?? Date.now
  const now = (): number => clock() + faults.current().clockSkewMs
  const database = openDatabase(options.dataDir)
  const library = options.library ?? openLibrary(options, database, log)
  const grants = new Grants(database)
  // Otherwise a service without new consents would keep expired grants for ever. Without the transaction, each deletion
  // would wait for the disk.
  database.transaction(() => grants.deleteLongExpired(now()))
  const userPlaylists = createUserPlaylists(database)
  const freePeople = () => faults.current().freePeople
  const collection = new Collection({ library, grants, userPlaylists, freePeople })
  const players = createPlayers({ collection, faults: faults.current, now })
  return { database, library, collection, grants, players, faults, now }
}

function createEndpoints(options: EmulatorOptions, core: Core) {
  const { collection, library, grants, players, faults, now, database } = core
  const clients = new Map(options.clients.map((client) => [client.id, client]))
  const codes = createAuthorizationCodes()
  const behindProxy = options.behindProxy === true
  return {
    webApi: new WebApiServer({ collection, grants, players, faults, search: currentIndex(library), now }),
    consent: new ConsentPage({
      basePath,
      signingKey: database.signingKey,
      loginAs: options.loginAs === true,
      clients,
      collection,
      codes,
      now,
    }),
    tokens: new TokenEndpoint({ clients, codes, grants, now }),
    faultApi: options.control === true ? createFaultApi({ faults, grants, players, behindProxy }) : null,
  }
}

function openLibrary(
  { musicDir, dataDir, songCacheBytes }: EmulatorOptions,
  database: Database,
  log: Log,
): Library {
  if (musicDir !== undefined)
    return openMusicFolder({ musicDir, database, people: bundledCatalogue().people, log })
  if (dataDir === undefined) return bundledLibrary({ log })
  const maxBytes = songCacheBytes ?? defaultSongCacheBytes
  return bundledLibrary({ cache: { folder: join(dataDir, 'songs'), maxBytes }, log })
}

/**
 * Creates a function that returns the search index of the current catalogue. It builds a new index when the library
 * has a new catalogue.
 */
function currentIndex(library: Library): () => SearchIndex {
  let built: { readonly catalogue: unknown; readonly index: SearchIndex } | null = null
  return () => {
    const catalogue = library.catalogue()
    if (built?.catalogue !== catalogue) built = { catalogue, index: createSearchIndex(catalogue) }
    return built.index
  }
}
