import * as z from 'zod/mini'

const DeviceId = z.string().check(z.regex(/^[0-9a-f]{40}$/))
const Name = z.string().check(z.minLength(1), z.maxLength(100))
const Percent = z.int().check(z.minimum(0), z.maximum(100))
const PositionMs = z.number().check(z.minimum(0), z.maximum(100 * 3_600_000))
const TrackId = z.string().check(z.regex(/^[0-9A-Za-z]{22}$/))
const PlaybackId = z.string().check(z.maxLength(40))

/**
 * Messages from the player in a page. The first one is `hello`. It contains the token, because a token must not be
 * part of an address.
 */
export const FromDevice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token: z.string().check(z.maxLength(4096)),
    deviceId: DeviceId,
    name: Name,
    volumePercent: Percent,
  }),
  /** A new token, as an answer to `token-needed`. */
  z.object({ type: z.literal('token'), token: z.string().check(z.maxLength(4096)) }),
  /** A report of the playback in the page. */
  z.object({
    type: z.literal('report'),
    playbackId: PlaybackId,
    trackId: TrackId,
    positionMs: PositionMs,
    playing: z.boolean(),
  }),
  z.object({ type: z.literal('ended'), playbackId: PlaybackId }),
  z.object({ type: z.literal('skip'), where: z.enum(['next', 'previous']) }),
  z.object({ type: z.literal('name'), name: Name }),
  z.object({ type: z.literal('volume'), volumePercent: Percent }),
  /** Asks for the address of a song that will play later. */
  z.object({ type: z.literal('stream'), trackId: TrackId }),
])
export type FromDevice = z.infer<typeof FromDevice>

/** A song as the player's state shows it. */
export type DeviceTrack = {
  readonly id: string
  readonly uri: string
  readonly type: 'track'
  readonly uid: string
  readonly linked_from: { readonly uri: string | null; readonly id: string | null }
  readonly media_type: 'audio'
  readonly track_type: 'audio'
  readonly name: string
  readonly duration_ms: number
  readonly artists: readonly { readonly name: string; readonly uri: string }[]
  readonly album: {
    readonly uri: string
    readonly name: string
    readonly images: readonly { readonly url: string; readonly height: number; readonly width: number }[]
  }
  readonly is_playable: boolean
}

export type DeviceWindow = {
  readonly current: DeviceTrack
  readonly previous: readonly DeviceTrack[]
  readonly next: readonly DeviceTrack[]
  readonly contextUri: string | null
  readonly shuffle: boolean
  readonly repeatMode: 0 | 1 | 2
}

/** Messages to the player in a page. */
export type ToDevice =
  | { readonly type: 'registered' }
  | {
      readonly type: 'refused'
      readonly event: 'authentication_error' | 'account_error'
      readonly message: string
    }
  | { readonly type: 'token-needed' }
  /** Proves that the connection works. */
  | { readonly type: 'alive' }
  | {
      readonly type: 'load'
      readonly playbackId: string
      readonly window: DeviceWindow
      readonly streamUrl: string
      readonly positionMs: number
      readonly playing: boolean
    }
  | { readonly type: 'window'; readonly window: DeviceWindow }
  | { readonly type: 'pause' | 'resume' | 'deactivate' }
  | { readonly type: 'seek'; readonly positionMs: number }
  | { readonly type: 'volume'; readonly volumePercent: number }
  | { readonly type: 'stream'; readonly trackId: string; readonly streamUrl: string | null }
