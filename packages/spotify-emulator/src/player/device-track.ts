import type { Presenter } from '../api/present.ts'
import type { Collection } from '../library/collection.ts'
import { stableId } from '@jointly/music-library'
import type { DeviceTrack, DeviceWindow } from './messages.ts'
import { currentTrackId, type Playback, upcoming } from './playback.ts'

/** A song in the form of the player script's state objects; undefined when it is gone. */
export function deviceTrack(
  askedId: string,
  collection: Collection,
  present: Presenter,
): DeviceTrack | undefined {
  const served = collection.track(askedId)
  if (served === undefined) return undefined
  const track = present.track(served.track)
  const relinked = track.id !== askedId
  return {
    id: track.id,
    uri: track.uri,
    type: 'track',
    uid: stableId(`uid ${askedId}`, 20),
    linked_from: relinked ? { uri: `spotify:track:${askedId}`, id: askedId } : { uri: null, id: null },
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

/** The current song and its neighbours, two to each side as the real player shows them. */
export function deviceWindow(
  playback: Playback,
  collection: Collection,
  present: Presenter,
): DeviceWindow | null {
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
