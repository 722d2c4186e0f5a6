import { stableId } from '@jointly/music-library'
import type { Presenter } from '../api/presenter.ts'
import type { Collection } from '../library/collection.ts'
import type { DeviceTrack, TrackWindow } from './device-messages.ts'
import { currentTrackId, type Playback, upcoming } from './playback.ts'

/**
 * Converts a song to the format in which the player script of a page gets it.
 * @param requestedId the id that the app requested; the song may have been replaced by one with another id
 * @returns undefined if the song does not exist any more
 */
export function deviceTrack(
  requestedId: string,
  collection: Collection,
  present: Presenter,
): DeviceTrack | undefined {
  const entry = collection.track(requestedId)
  if (entry === undefined) return undefined
  const track = present.track(entry)
  const isRelinked = track.id !== requestedId
  return {
    id: track.id,
    uri: track.uri,
    type: 'track',
    uid: stableId(`uid ${requestedId}`, 20),
    linked_from: isRelinked
      ? { uri: `spotify:track:${requestedId}`, id: requestedId }
      : { uri: null, id: null },
    media_type: 'audio',
    track_type: 'audio',
    name: track.name,
    duration_ms: track.duration_ms,
    artists: track.artists.map(({ name, uri }) => ({ name, uri })),
    album: {
      uri: track.album?.uri ?? '',
      name: track.album?.name ?? '',
      images: track.album?.images ?? [],
    },
    is_playable: track.is_playable,
  }
}

/** Returns the current song with up to two songs before it and two after it, like the real player. */
export function trackWindowOf(
  playback: Playback,
  collection: Collection,
  present: Presenter,
): TrackWindow | null {
  const current = deviceTrack(currentTrackId(playback), collection, present)
  if (current === undefined) return null
  const tracks = (ids: readonly string[]) =>
    ids.map((id) => deviceTrack(id, collection, present)).filter((track) => track !== undefined)
  return {
    current,
    previous: tracks(playback.trackIds.slice(Math.max(0, playback.index - 2), playback.index)),
    next: tracks(upcoming(playback).slice(0, 2)),
    contextUri: playback.contextUri,
    shuffle: playback.shuffle,
    repeatMode: playback.repeat === 'off' ? 0 : playback.repeat === 'track' ? 2 : 1,
  }
}
