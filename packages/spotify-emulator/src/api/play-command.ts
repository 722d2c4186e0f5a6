import * as z from 'zod/mini'
import type { Account } from '../library/accounts.ts'
import type { Collection } from '../library/collection.ts'
import type { PlayCommand } from '../player/account-player.ts'
import type { PersonCall } from './route.ts'

const PlayBody = z.object({
  uris: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(800))),
  context_uri: z.optional(z.string()),
  offset: z.optional(
    z.union([z.object({ position: z.int().check(z.nonnegative()) }), z.object({ uri: z.string() })]),
  ),
  position_ms: z.optional(z.int().check(z.nonnegative())),
})

/** Returns the id in `spotify:track:<id>`. Null for other texts. */
export const trackIdOf = (uri: string): string | null =>
  /^spotify:track:([0-9A-Za-z]{22})$/.exec(uri)?.[1] ?? null

/**
 * Reads the body of a play command. Null means that the current song continues, because the body names no song.
 * `unavailable` means that a named song, context or offset does not exist.
 */
export function parsePlayCommand({
  body,
  collection,
  person,
}: PersonCall): PlayCommand | null | 'malformed' | 'unavailable' {
  if (body === undefined) return null
  const parsed = PlayBody.safeParse(body)
  if (!parsed.success) return 'malformed'
  const { uris, context_uri: contextUri, offset, position_ms: positionMs = 0 } = parsed.data
  if (uris === undefined && contextUri === undefined) return null
  const trackIds = uris?.map(trackIdOf) ?? contextTrackIds(contextUri ?? '', collection, person)
  const known = trackIds.filter((id) => id !== null).filter((id) => collection.track(id) !== undefined)
  if (known.length === 0 || known.length < trackIds.length) return 'unavailable'
  const index = indexOf(known, offset)
  if (index < 0 || index >= known.length) return 'unavailable'
  return { contextUri: contextUri ?? null, trackIds: known, index, positionMs }
}

function indexOf(trackIds: readonly string[], offset: z.infer<typeof PlayBody>['offset']): number {
  if (offset === undefined) return 0
  return 'position' in offset ? offset.position : trackIds.indexOf(trackIdOf(offset.uri) ?? '')
}

/** Lists the playable songs of a playlist, an album or an artist, in order. */
function contextTrackIds(uri: string, collection: Collection, person: Account): readonly string[] {
  const [, type, id = ''] = /^spotify:(playlist|album|artist):(.+)$/.exec(uri) ?? []
  const playable = (trackId: string): boolean => collection.track(trackId)?.playable !== false
  switch (type) {
    case 'playlist': {
      const items = collection.playlist(id, person)?.items ?? []
      return items
        .flatMap((item) => (item.kind === 'track' ? [item.trackId] : []))
        .filter((trackId) => collection.track(trackId) !== undefined && playable(trackId))
    }
    case 'album':
      return (collection.album(id)?.trackIds ?? []).filter(playable)
    case 'artist':
      return [...collection.catalogue().tracks.values()]
        .filter((track) => track.artistIds.includes(id) && playable(track.id))
        .map((track) => track.id)
    default:
      return []
  }
}
