import type { Device } from '../player/devices.ts'
import { currentTrackId, type Playback } from '../player/playback.ts'
import type { PersonCall } from './route.ts'

export const deviceObject = (device: Device & { readonly active: boolean }) => ({
  id: device.id,
  is_active: device.active,
  is_private_session: false,
  is_restricted: false,
  name: device.name,
  supports_volume: true,
  type: 'Computer',
  volume_percent: device.volumePercent,
})

/** Creates the body of `GET /me/player`. The field `timestamp` is the epoch milliseconds of the last change. */
export function playerState(
  { collection, present }: PersonCall,
  state: { readonly device: Device; readonly playback: Playback; readonly positionMs: number },
) {
  const { device, playback, positionMs } = state
  const track = collection.track(currentTrackId(playback))
  return {
    device: deviceObject({ ...device, active: true }),
    shuffle_state: playback.shuffle,
    smart_shuffle: false,
    repeat_state: playback.repeat,
    is_playing: playback.playing,
    timestamp: playback.changedAtMs,
    context: contextObject(playback.contextUri, present.apiUrl),
    progress_ms: Math.floor(positionMs),
    item: track === undefined ? null : present.track(track),
    currently_playing_type: 'track',
    actions: {
      disallows: {
        ...(playback.playing ? { resuming: true } : { pausing: true }),
        ...(playback.index === 0 ? { skipping_prev: true } : {}),
      },
    },
  }
}

function contextObject(uri: string | null, apiUrl: string) {
  const [, type, id] = uri?.split(':') ?? []
  if (uri === null || type === undefined || id === undefined) return null
  return { uri, type, href: `${apiUrl}/${type}s/${id}`, external_urls: {} }
}
