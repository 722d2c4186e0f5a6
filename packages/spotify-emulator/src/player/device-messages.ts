import * as z from 'zod/mini'

const DeviceId = z.string().check(z.regex(/^[0-9a-f]{40}$/))
const Name = z.string().check(z.minLength(1), z.maxLength(100))
const Percent = z.int().check(z.minimum(0), z.maximum(100))
const PositionMs = z.number().check(z.minimum(0), z.maximum(100 * 3_600_000))
const TrackId = z.string().check(z.regex(/^[0-9A-Za-z]{22}$/))
const PlaybackId = z.string().check(z.maxLength(40))

/**
 * The messages that the player in a page sends. The first message is `hello`. It contains the token, because a
 * token in an address could appear in logs.
 */
export const FromDevice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token: z.string().check(z.maxLength(4096)),
    deviceId: DeviceId,
    name: Name,
    volumePercent: Percent,
  }),
  /** A new token, which the page sends after `token-needed`. */
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
  /** Requests the stream address of a song that will play later. */
  z.object({ type: z.literal('stream'), trackId: TrackId }),
])
export type FromDevice = z.infer<typeof FromDevice>

/** A song in the form that the player script puts into its state. */
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

/** The current song with its neighbours, like `track_window` in the state of the real player. */
export type TrackWindow = {
  readonly current: DeviceTrack
  readonly previous: readonly DeviceTrack[]
  readonly next: readonly DeviceTrack[]
  readonly contextUri: string | null
  readonly shuffle: boolean
  readonly repeatMode: 0 | 1 | 2
}

/** The messages that the provider sends to the player in a page. */
export type ToDevice =
  | { readonly type: 'registered' }
  | {
      readonly type: 'refused'
      readonly event: 'authentication_error' | 'account_error'
      readonly message: string
    }
  | { readonly type: 'token-needed' }
  /** A regular message without data. It shows the player that the connection still works. */
  | { readonly type: 'alive' }
  | {
      readonly type: 'load'
      readonly playbackId: string
      readonly window: TrackWindow
      readonly streamUrl: string
      readonly positionMs: number
      readonly playing: boolean
    }
  | { readonly type: 'window'; readonly window: TrackWindow }
  | { readonly type: 'pause' | 'resume' | 'deactivate' }
  | { readonly type: 'seek'; readonly positionMs: number }
  | { readonly type: 'volume'; readonly volumePercent: number }
  | { readonly type: 'stream'; readonly trackId: string; readonly streamUrl: string | null }
