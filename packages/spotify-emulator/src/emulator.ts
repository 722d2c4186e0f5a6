import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { callbackOnOwnOrigin } from './accounts/clients.ts'
import { createCodes } from './accounts/codes.ts'
import { createConsent } from './accounts/consent.ts'
import { createTokenEndpoint } from './accounts/token.ts'
import { createApi } from './api/api.ts'
import { createPresenter } from './api/present.ts'
import { createControl } from './control/control.ts'
import { createFaultSwitches } from './control/faults.ts'
import { createFaces } from './faces.ts'
import { send, text } from './http/answer.ts'
import { causeOf } from './http/cause.ts'
import { type Place, placeOf } from './http/exchange.ts'
import { bundledCatalogue, bundledLibrary } from '@jointly/bundled-music'
import { createCollection } from './library/collection.ts'
import type { Library, Log, ScanState } from '@jointly/music-library'
import { openMusicFolder } from '@jointly/music-folder'
import type { EmulatorOptions } from './options.ts'
import { createDealer } from './player/dealer.ts'
import { createPlayers } from './player/players.ts'
import { createStreamAddresses } from './player/stream-address.ts'
import { createStreamSlots } from './player/stream-slots.ts'
import { createSearchIndex, type SearchIndex } from './search/index.ts'
import { openDatabase } from './store/database.ts'
import { createGrants } from './store/grants.ts'
import { createWrittenPlaylists } from './store/written-playlists.ts'

const usualTendEveryMs = 10_000

export type SpotifyEmulator = {
  /** Serves a request below the base path, as a `node:http` handler; never rejects. The body must be unread. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Takes a WebSocket upgrade. False: not ours, the socket is untouched. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** How far the reading of the operator's own files is. */
  scan(): ScanState
  close(): Promise<void>
}

/**
 * The built-in music service: accounts, Web API, player script and sound, speaking Spotify's wire. Everything it
 * must remember is in `dataDir`. Throws when that folder or `musicDir` cannot be used.
 */
export function createSpotifyEmulator(options: EmulatorOptions): SpotifyEmulator {
  const { basePath = '/spotify', publicOrigin, imageOrigin } = options
  const log = options.log ?? (() => undefined)
  const faults = createFaultSwitches(options.faults ?? {})
  const clock = options.now ?? Date.now
  const now = (): number => clock() + faults.current().clockSkewMs

  const database = openDatabase(options.dataDir)
  const library = options.library ?? openLibrary(options, database, log)
  const grants = createGrants(database, () => ({
    accessMs: faults.current().accessLifetimeMs,
    refreshMs: faults.current().refreshLifetimeMs,
  }))
  const collection = createCollection({
    library,
    grants,
    written: createWrittenPlaylists(database),
    freePeople: () => faults.current().freePeople,
  })
  const chance = options.random ?? Math.random
  const players = createPlayers({ collection, faults: faults.current, now, chance })
  grants.onEnd(players.forget)
  const clients = new Map(options.clients.map((client) => [client.id, client]))
  const codes = createCodes()
  const slots = createStreamSlots()
  grants.onEnd(slots.end)
  const streams = createStreamAddresses(basePath, database.signingKey, now)

  const faces = createFaces({
    basePath,
    collection,
    library,
    grants,
    streams,
    slots,
    api: createApi({ collection, grants, players, faults, search: currentIndex(library), now }),
    consent: createConsent({
      basePath,
      signingKey: database.signingKey,
      loginAs: options.loginAs === true,
      clients,
      redirectPolicy: options.allowRedirect ?? callbackOnOwnOrigin,
      collection,
      codes,
      now,
    }),
    tokens: createTokenEndpoint({
      clients,
      codes,
      grants,
      now,
      accessLifetimeMs: () => faults.current().accessLifetimeMs,
    }),
    control:
      options.control === true
        ? createControl({ faults, grants, players, passedOn: options.passedOn === true })
        : null,
  })
  const { tendEveryMs = usualTendEveryMs } = options
  const dealer = createDealer({ grants, collection, players, now, streams, tendEveryMs })
  const presenterAt = ({ origin }: Place) =>
    createPresenter(collection, origin + basePath, (imageOrigin ?? origin) + basePath)

  return {
    async handle(request, response) {
      const place = placeOf(request, basePath, publicOrigin)
      if (place === undefined) return send(response, text(404, 'Not found'))
      try {
        await faces(request, response, place, presenterAt(place))
      } catch (error) {
        log('error', 'the built-in music service failed to answer', {
          path: place.path,
          cause: causeOf(error),
        })
        if (!response.headersSent) send(response, text(500, 'Server error.'))
        else response.destroy()
      }
    },
    upgrade(request, socket, head) {
      const place = placeOf(request, basePath, publicOrigin)
      if (place === undefined || place.path !== '/dealer') return false
      dealer.upgrade(request, socket, head, presenterAt(place))
      return true
    },
    scan: () => library.scan(),
    async close() {
      players.close()
      dealer.close()
      await library.close()
      database.close()
    },
  }
}

function openLibrary(
  { musicDir }: EmulatorOptions,
  database: ReturnType<typeof openDatabase>,
  log: Log,
): Library {
  return musicDir === undefined
    ? bundledLibrary()
    : openMusicFolder({ musicDir, database, people: bundledCatalogue().people, log })
}

/** The search index of the library as it is now, made anew when the catalogue was replaced. */
function currentIndex(library: Library): () => SearchIndex {
  let made: { readonly of: unknown; readonly index: SearchIndex } | null = null
  return () => {
    const catalogue = library.catalogue()
    if (made?.of !== catalogue) made = { of: catalogue, index: createSearchIndex(catalogue) }
    return made.index
  }
}
