import * as z from 'zod/mini'
import { type Answer, apiError, json, noContent } from '../http/answer.ts'
import type { PlayerRefusal } from '../player/players.ts'
import { currentTrackId, upcoming } from '../player/playback.ts'
import type { ApiRoute, PersonCall } from './call.ts'
import { deviceObject, playerState } from './player-objects.ts'
import { readPlayOrder, trackIdOf } from './play-order.ts'

const refusals: Readonly<Record<PlayerRefusal, Answer>> = {
  device: apiError(404, 'Device not found'),
  active: apiError(404, 'Player command failed: No active device found', { reason: 'NO_ACTIVE_DEVICE' }),
  restriction: apiError(403, 'Player command failed: Restriction violated', { reason: 'UNKNOWN' }),
}

const read = ['user-read-playback-state']
const modify = ['user-modify-playback-state']
const badRequest = (message: string): Answer => apiError(400, message)

/** Success of a command: 204, or the short text that the real service answers since 2024. */
function done({ faults, nowMs }: PersonCall): Answer {
  const asText = faults.playerOkMode === '200text' || (faults.playerOkMode === 'mixed' && nowMs % 2 === 0)
  if (!asText) return noContent
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: `Gp${nowMs.toString(36)}roN4` }
}
const outcome = (call: PersonCall, refusal: PlayerRefusal | null): Answer =>
  refusal === null ? done(call) : refusals[refusal]

const deviceIdOf = ({ query }: PersonCall): string | null => query.get('device_id') || null

/** A whole number parameter within bounds; null otherwise. */
function whole(call: PersonCall, name: string, max: number): number | null {
  const text = call.query.get(name) ?? ''
  return /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : null
}

const Transfer = z.object({ device_ids: z.array(z.string()), play: z.optional(z.boolean()) })
const RepeatState = z.enum(['off', 'track', 'context'])

type CommandRoute = Pick<ApiRoute, 'method' | 'path'> & { handle(call: PersonCall): Answer }

const commands: readonly CommandRoute[] = [
  {
    method: 'PUT',
    path: '/me/player/play',
    handle(call) {
      const order = readPlayOrder(call)
      if (order === 'malformed') return badRequest('Malformed json')
      if (order === 'unavailable') return refusals.restriction
      const { players, person } = call
      const deviceId = deviceIdOf(call)
      return outcome(
        call,
        order === null
          ? players.resume(person.grantId, deviceId)
          : players.play(person.grantId, deviceId, order),
      )
    },
  },
  {
    method: 'PUT',
    path: '/me/player/pause',
    handle: (call) => outcome(call, call.players.pause(call.person.grantId, deviceIdOf(call))),
  },
  {
    method: 'PUT',
    path: '/me/player',
    handle(call) {
      const body = Transfer.safeParse(call.body)
      if (!body.success) return badRequest('Required field device_ids missing')
      const [deviceId, ...more] = body.data.device_ids
      if (deviceId === undefined || more.length > 0) return badRequest('Only one device_id is supported')
      return outcome(call, call.players.transfer(call.person.grantId, deviceId, body.data.play ?? false))
    },
  },
  {
    method: 'PUT',
    path: '/me/player/seek',
    handle(call) {
      const positionMs = whole(call, 'position_ms', 999_999_999)
      if (positionMs === null) return badRequest('Invalid position_ms')
      return outcome(call, call.players.seek(call.person.grantId, deviceIdOf(call), positionMs))
    },
  },
  {
    method: 'POST',
    path: '/me/player/next',
    handle: (call) => outcome(call, call.players.skip(call.person.grantId, deviceIdOf(call), 'next')),
  },
  {
    method: 'POST',
    path: '/me/player/previous',
    handle: (call) => outcome(call, call.players.skip(call.person.grantId, deviceIdOf(call), 'previous')),
  },
  {
    method: 'POST',
    path: '/me/player/queue',
    handle(call) {
      const trackId = trackIdOf(call.query.get('uri') ?? '')
      if (trackId === null) return badRequest('Invalid uri')
      if (call.collection.track(trackId) === undefined) return refusals.restriction
      return outcome(call, call.players.adjust(call.person.grantId, deviceIdOf(call), { enqueue: trackId }))
    },
  },
  {
    method: 'PUT',
    path: '/me/player/repeat',
    handle(call) {
      const repeat = RepeatState.safeParse(call.query.get('state'))
      if (!repeat.success) return badRequest('Invalid state')
      return outcome(
        call,
        call.players.adjust(call.person.grantId, deviceIdOf(call), { repeat: repeat.data }),
      )
    },
  },
  {
    method: 'PUT',
    path: '/me/player/shuffle',
    handle(call) {
      const state = call.query.get('state')
      if (state !== 'true' && state !== 'false') return badRequest('Invalid state')
      return outcome(
        call,
        call.players.adjust(call.person.grantId, deviceIdOf(call), { shuffle: state === 'true' }),
      )
    },
  },
  {
    method: 'PUT',
    path: '/me/player/volume',
    handle(call) {
      const volumePercent = whole(call, 'volume_percent', 100)
      if (volumePercent === null) return badRequest('Invalid volume_percent')
      return outcome(call, call.players.adjust(call.person.grantId, deviceIdOf(call), { volumePercent }))
    },
  },
]

/** Devices, what plays, and the commands that change it. */
export const playerRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/me/player/devices',
    scopes: read,
    user: true,
    handle: ({ players, person }) => json({ devices: players.devices(person.grantId).map(deviceObject) }),
  },
  {
    method: 'GET',
    path: '/me/player',
    scopes: read,
    user: true,
    handle(call) {
      const state = call.players.state(call.person.grantId)
      return state === null ? noContent : json(playerState(call, state))
    },
  },
  {
    method: 'GET',
    path: '/me/player/queue',
    scopes: ['user-read-playback-state'],
    user: true,
    handle({ players, person, collection, present }) {
      const state = players.state(person.grantId)
      const track = (id: string) => {
        const served = collection.track(id)
        return served === undefined ? null : present.track(served.track)
      }
      if (state === null) return json({ currently_playing: null, queue: [] })
      const { playback } = state
      const queue = upcoming(playback).slice(0, 20).map(track)
      return json({ currently_playing: track(currentTrackId(playback)), queue })
    },
  },
  ...commands.map((route): ApiRoute => ({ ...route, scopes: modify, user: true, premium: true })),
]
