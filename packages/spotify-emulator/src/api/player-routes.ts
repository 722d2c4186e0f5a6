import * as z from 'zod/mini'
import { type HttpResponse, apiError, json, noContent } from '../http/response.ts'
import type { PlayerRefusal } from '../player/account-player.ts'
import type { Device } from '../player/devices.ts'
import { currentTrackId, type Playback, upcoming } from '../player/playback.ts'
import { type ApiRoute, type PersonCall, personRoute } from './route.ts'
import { parsePlayCommand, trackIdOf } from './play-command.ts'

const refusals: Readonly<Record<PlayerRefusal, HttpResponse>> = {
  device: apiError(404, 'Device not found'),
  active: apiError(404, 'Player command failed: No active device found', { reason: 'NO_ACTIVE_DEVICE' }),
  restriction: apiError(403, 'Player command failed: Restriction violated', { reason: 'UNKNOWN' }),
}

const read = ['user-read-playback-state']
const modify = ['user-modify-playback-state']
const badRequest = (message: string): HttpResponse => apiError(400, message)

/**
 * Creates the answer to a successful command: 204, or the short text that the real service sends since 2024.
 */
function done({ faults, nowMs }: PersonCall): HttpResponse {
  if (faults.playerOkMode === '204') return noContent
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: `Gp${nowMs.toString(36)}roN4` }
}
const outcome = (call: PersonCall, refusal: PlayerRefusal | null): HttpResponse =>
  refusal === null ? done(call) : refusals[refusal]

const deviceIdOf = ({ query }: PersonCall): string | null => query.get('device_id') || null

const deviceObject = (device: Device & { readonly active: boolean }) => ({
  id: device.id,
  is_active: device.active,
  is_private_session: false,
  is_restricted: false,
  name: device.name,
  supports_volume: true,
  type: 'Computer',
  volume_percent: device.volumePercent,
})

/**
 * Reads a query parameter that must be a whole number from 0 to `max`. Returns null if it is missing or has another
 * value.
 */
function integerParam(call: PersonCall, name: string, max: number): number | null {
  const text = call.query.get(name) ?? ''
  return /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : null
}

const Transfer = z.object({ device_ids: z.array(z.string()), play: z.optional(z.boolean()) })
const RepeatState = z.enum(['off', 'track', 'context'])

/** Creates a route that changes the playback, which needs Premium. */
const command = (endpoint: string, handle: (call: PersonCall) => HttpResponse): ApiRoute => ({
  ...personRoute(endpoint, modify, handle),
  premium: true,
})

const commands: readonly ApiRoute[] = [
  command('PUT /me/player/play', (call) => {
    const wanted = parsePlayCommand(call)
    if (wanted === 'malformed') return badRequest('Malformed json')
    if (wanted === 'unavailable') return refusals.restriction
    const { player } = call
    const deviceId = deviceIdOf(call)
    return outcome(call, wanted === null ? player.resume(deviceId) : player.play(deviceId, wanted))
  }),
  command('PUT /me/player/pause', (call) => outcome(call, call.player.pause(deviceIdOf(call)))),
  command('PUT /me/player', (call) => {
    const body = Transfer.safeParse(call.body)
    if (!body.success) return badRequest('Required field device_ids missing')
    const [deviceId, ...more] = body.data.device_ids
    if (deviceId === undefined || more.length > 0) return badRequest('Only one device_id is supported')
    return outcome(call, call.player.transfer(deviceId, body.data.play ?? false))
  }),
  command('PUT /me/player/seek', (call) => {
    const positionMs = integerParam(call, 'position_ms', 999_999_999)
    if (positionMs === null) return badRequest('Invalid position_ms')
    return outcome(call, call.player.seek(deviceIdOf(call), positionMs))
  }),
  command('POST /me/player/next', (call) => outcome(call, call.player.skip(deviceIdOf(call), 'next'))),
  command('POST /me/player/previous', (call) =>
    outcome(call, call.player.skip(deviceIdOf(call), 'previous')),
  ),
  command('POST /me/player/queue', (call) => {
    const trackId = trackIdOf(call.query.get('uri') ?? '')
    if (trackId === null) return badRequest('Invalid uri')
    if (call.collection.track(trackId) === undefined) return refusals.restriction
    return outcome(call, call.player.adjust(deviceIdOf(call), { enqueue: trackId }))
  }),
  command('PUT /me/player/repeat', (call) => {
    const repeat = RepeatState.safeParse(call.query.get('state'))
    if (!repeat.success) return badRequest('Invalid state')
    return outcome(call, call.player.adjust(deviceIdOf(call), { repeat: repeat.data }))
  }),
  command('PUT /me/player/shuffle', (call) => {
    const state = call.query.get('state')
    if (state !== 'true' && state !== 'false') return badRequest('Invalid state')
    return outcome(call, call.player.adjust(deviceIdOf(call), { shuffle: state === 'true' }))
  }),
  command('PUT /me/player/volume', (call) => {
    const volumePercent = integerParam(call, 'volume_percent', 100)
    if (volumePercent === null) return badRequest('Invalid volume_percent')
    return outcome(call, call.player.adjust(deviceIdOf(call), { volumePercent }))
  }),
]

/** Routes for devices, for the playback, and for commands that change the playback. */
export const playerRoutes: readonly ApiRoute[] = [
  personRoute('GET /me/player/devices', read, ({ player }) =>
    json({ devices: player.devices().map(deviceObject) }),
  ),
  personRoute('GET /me/player', read, (call) => {
    const state = call.player.state()
    return state === null ? noContent : json(playerState(call, state))
  }),
  personRoute('GET /me/player/currently-playing', read, (call) => {
    const state = call.player.state()
    if (state === null) return noContent
    return json(currentSong(call, state))
  }),
  personRoute('GET /me/player/queue', read, ({ player, collection, present }) => {
    const state = player.state()
    const track = (id: string) => {
      const entry = collection.track(id)
      return entry === undefined ? null : present.track(entry)
    }
    if (state === null) return json({ currently_playing: null, queue: [] })
    const { playback } = state
    const queue = upcoming(playback).slice(0, 20).map(track)
    return json({ currently_playing: track(currentTrackId(playback)), queue })
  }),
  ...commands,
]

type PlayerState = {
  readonly device: Device
  readonly playback: Playback
  readonly positionMs: number
}

/** Creates the body of `GET /me/player`. */
function playerState(call: PersonCall, state: PlayerState) {
  const { device, playback } = state
  return {
    device: deviceObject({ ...device, active: true }),
    shuffle_state: playback.shuffle,
    smart_shuffle: false,
    repeat_state: playback.repeat,
    ...currentSong(call, state),
  }
}

/**
 * Creates the body of `GET /me/player/currently-playing`. The field `timestamp` is the epoch milliseconds of the last
 * change.
 */
function currentSong({ collection, present }: PersonCall, { playback, positionMs }: PlayerState) {
  const track = collection.track(currentTrackId(playback))
  return {
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
