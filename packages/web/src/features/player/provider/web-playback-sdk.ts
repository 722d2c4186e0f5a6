import type { HeardPosition, PlayerSample } from '../sync/sound-status.ts'

type SdkState = {
  readonly paused: boolean
  readonly position: number
  readonly loading: boolean
  readonly heard?: HeardPosition | null
  readonly track_window: {
    readonly current_track: {
      readonly id: string | null
      readonly linked_from?: { readonly id: string | null } | null
    } | null
  }
}

/**
 * The player object of the provider's script. Some providers do not have `keepTime`, `align`, `begin`, `preload`,
 * `soundAddress` and `clips`.
 */
interface SdkPlayer {
  connect(): Promise<boolean>
  disconnect(): void
  activateElement(): Promise<void>
  getCurrentState(): Promise<SdkState | null>
  pause(): Promise<void>
  seek(positionMs: number): Promise<void>
  setVolume(volume: number): Promise<void>
  keepTime?(uri: string, moment: { positionMs: number; atMs: number }): void
  align?(): void
  begin?(uri: string): boolean
  preload?(uri: string): Promise<boolean>
  soundAddress?(uri: string): Promise<string | null>
  readonly clips?: Clips
  addListener(event: 'ready' | 'not_ready', listener: (instance: { device_id: string }) => void): boolean
  addListener(event: 'autoplay_failed', listener: () => void): boolean
  addListener(event: `${SdkError}_error`, listener: (error: { message: string }) => void): boolean
}

type SdkOptions = {
  name: string
  getOAuthToken(answer: (token: string) => void): void
  volume?: number
  enableMediaSession?: boolean
}

declare global {
  interface Window {
    Spotify?: { Player: new (options: SdkOptions) => SdkPlayer }
    onSpotifyWebPlaybackSDKReady?: () => void
  }
}

const sdkErrors = ['initialization', 'authentication', 'account', 'playback'] as const
export type SdkError = (typeof sdkErrors)[number]

export type SoundEvents = {
  ready(deviceId: string): void
  gone(deviceId: string): void
  blocked(): void
  failed(error: SdkError, message: string): void
}

/** The extra commands of a player that starts songs at their start time. */
export type SongTiming = {
  /** Sets when people must hear the start of this song, in monotonic time of this device. */
  setStart(uri: string, startMs: number): void
  /**
   * Plays a song whose start time is set, before the provider's play command arrives.
   * @returns whether the song plays; false while another song is loaded
   */
  playAhead(uri: string): boolean
  /** Corrects even a small difference between the sound and the session at once. */
  align(): void
}

/** A short sound. People hear its start at `atMs` in monotonic time of this device. */
export type Clip = {
  readonly samples: Float32Array
  readonly sampleRate: number
  readonly atMs: number
  /** How loud the clip is, 0 to 1. The volume of the player has no effect. */
  readonly gain: number
}

/** Plays short sounds at exact times, beside the song. */
export type Clips = {
  /** @returns false if the browser does not allow sound, the clip was removed, or its time is over */
  play(clip: Clip): Promise<boolean>
  /** Removes all clips, also those that play. */
  clear(): void
}

/** The provider's player in this page. */
export type SoundPlayer = {
  /**
   * Allows sound. Call this directly when the person presses a button and before any await, because browsers
   * require that.
   */
  unlock(): void
  connect(): Promise<boolean>
  disconnect(): void
  sample(): Promise<PlayerSample['sound']>
  pause(): Promise<void>
  seek(positionMs: number): Promise<void>
  /**
   * Sets the volume.
   * @param volume 0 to 1
   */
  setVolume(volume: number): void
  /** The commands for start times. Null if the player does not have them. */
  timing: SongTiming | null
  /** Loads a song before its start. Null if the player cannot do that. */
  preload: ((uri: string) => void) | null
  /**
   * Returns the address of a song's sound for this person, for a preview (Q8). Null while there is none. The
   * function is null if the player cannot do that.
   */
  soundAddress: ((uri: string) => Promise<string | null>) | null
  /** Null if the player cannot play sounds at exact times. */
  clips: Clips | null
}

/**
 * Loads the provider's player script once per page.
 * @returns whether the script is loaded; a later call tries again
 */
export function loadSdk(address: string): Promise<boolean> {
  if (window.Spotify) return Promise.resolve(true)
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const previous = window.onSpotifyWebPlaybackSDKReady
    window.onSpotifyWebPlaybackSDKReady = () => {
      previous?.()
      resolve(true)
    }
    script.src = address
    script.async = true
    script.onerror = () => {
      script.remove()
      resolve(false)
    }
    document.head.append(script)
  })
}

export type SoundPlayerOptions = {
  /** The name of this device in the provider's other apps. */
  name: string
  /** Is called when the player needs an access token. The function must call `answer` in every case. */
  provideToken(answer: (token: string) => void): void
  /** Whether the player itself shows the song in the system's media controls. */
  mediaSession: boolean
  /** The first volume, 0 to 1. */
  volume: number
  /** Whether the provider says that its player starts songs at their start time. */
  keepsTime: boolean
}

/**
 * Creates the provider's player, which is not connected yet. Null while the provider's script is not loaded.
 */
export function createSoundPlayer(options: SoundPlayerOptions, events: SoundEvents): SoundPlayer | null {
  const Player = window.Spotify?.Player
  if (!Player) return null
  const player = new Player({
    name: options.name,
    getOAuthToken: options.provideToken,
    volume: options.volume,
    enableMediaSession: options.mediaSession,
  })
  player.addListener('ready', ({ device_id }) => events.ready(device_id))
  player.addListener('not_ready', ({ device_id }) => events.gone(device_id))
  player.addListener('autoplay_failed', () => events.blocked())
  for (const error of sdkErrors)
    player.addListener(`${error}_error`, ({ message }) => events.failed(error, message))
  return {
    unlock: () => void settled(player.activateElement()),
    connect: () => player.connect().catch(() => false),
    disconnect: () => player.disconnect(),
    sample: async () => soundOf(await player.getCurrentState()),
    pause: () => settled(player.pause()),
    seek: (positionMs) => settled(player.seek(positionMs)),
    setVolume: (volume) => void settled(player.setVolume(volume)),
    timing:
      options.keepsTime && player.keepTime
        ? {
            setStart: (uri, startMs) => player.keepTime?.(uri, { positionMs: 0, atMs: startMs }),
            playAhead: (uri) => player.begin?.(uri) ?? false,
            align: () => player.align?.(),
          }
        : null,
    preload: player.preload ? (uri) => void settled(player.preload?.(uri)) : null,
    soundAddress: player.soundAddress ? async (uri) => (await player.soundAddress?.(uri)) ?? null : null,
    clips: options.keepsTime ? (player.clips ?? null) : null,
  }
}

function soundOf(state: SdkState | null): PlayerSample['sound'] {
  if (state === null) return null
  const track = state.track_window.current_track
  const songIds = [track?.id, track?.linked_from?.id].filter((id) => typeof id === 'string')
  return {
    positionMs: state.position,
    paused: state.paused,
    loading: state.loading,
    heard: state.heard ?? null,
    songIds,
  }
}

/** Waits for a command and ignores a refusal, because the next sample shows the effect of the command. */
async function settled(command: Promise<unknown> | undefined): Promise<void> {
  try {
    await command
  } catch (error) {
    console.info('player command refused', error)
  }
}
