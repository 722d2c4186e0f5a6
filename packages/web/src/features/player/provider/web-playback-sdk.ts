import type { AudiblePosition, PlaybackState, PlayerSample } from '../sync/sound-status.ts'

type SdkState = {
  readonly paused: boolean
  readonly position: number
  readonly loading: boolean
  readonly audiblePosition?: AudiblePosition | null
  readonly ended?: boolean
  readonly track_window: {
    readonly current_track: {
      readonly id: string | null
      readonly linked_from?: { readonly id: string | null } | null
    } | null
  }
}

/**
 * The player object that the provider's script creates. The built-in provider implements it as `DevicePlayer` in
 * `spotify-emulator/src/sdk/browser/player.js`. The players of some providers lack `keepTime`, `align`, `begin`,
 * `preload`, `soundAddress`, `clips` and `suspend`.
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
  suspend?(): void
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
  notReady(deviceId: string): void
  blocked(): void
  failed(error: SdkError, message: string): void
}

/**
 * The additional commands of a player that can start songs at exact times. Such a player gets the start time of a
 * song and starts the song by itself.
 */
export type SongTiming = {
  /** Sets the time at which people must hear the start of this song. @param startMs monotonic time of this device */
  keepTime(uri: string, startMs: number): void
  /**
   * Plays a song at its start time, even if the provider's play command has not arrived by then (P10).
   * @returns whether the song plays; false if it is already loaded or has no start time
   */
  begin(uri: string): boolean
  /** Corrects the position of the song at once, even if it differs from the session by only a few milliseconds. */
  align(): void
}

/** A short sound. People hear its start at `atMs`, in monotonic time of this device. */
export type Clip = {
  readonly samples: Float32Array
  readonly sampleRate: number
  readonly atMs: number
  /** The loudness of the clip, from 0 to 1. The volume of the player does not change it. */
  readonly gain: number
}

/** Plays short sounds at exact times. A song can play at the same time. */
export type Clips = {
  /**
   * Plays a clip.
   * @returns false if the clip was not played: the browser blocks the sound, the clip was removed, or it came too
   * late
   */
  play(clip: Clip): Promise<boolean>
  /** Removes all clips, also the clip that plays now. */
  clear(): void
}

/** The provider's player in this page. Its interface is the same for all providers. */
export type SoundPlayer = {
  /**
   * Allows sound. Call it directly in the handler of a press and before any await. Otherwise browsers block the
   * sound.
   */
  unlock(): void
  /** Saves power after a stop if no song plays: ends what `unlock` has started (M9). */
  suspend(): void
  connect(): Promise<boolean>
  disconnect(): void
  sample(): Promise<PlayerSample['sound']>
  pause(): Promise<void>
  seek(positionMs: number): Promise<void>
  /** Sets the volume, from 0 to 1. */
  setVolume(volume: number): void
  /** The commands that start songs at exact times. Null if the player does not have them. */
  timing: SongTiming | null
  /** Loads a song before it starts. Null if the player has no such function. */
  preload: ((uri: string) => void) | null
  /**
   * Returns the address of a song's sound file for a preview (Q8), or null if there is no file now. The function
   * itself is null if the player has no previews.
   */
  soundAddress: ((uri: string) => Promise<string | null>) | null
  /** Plays clips. Null if the player has no such function. */
  clips: Clips | null
}

/**
 * Loads the provider's player script. It is loaded only once in each page.
 * @returns whether the script is loaded; after a failure, the next call tries again
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
  /** The name of this device in the provider's apps on other devices. */
  name: string
  /** Is called when the player needs an access token. It must always call `answer`. */
  provideToken(answer: (token: string) => void): void
  /** Whether the player itself shows the song in the system's media controls. */
  mediaSession: boolean
  /** The volume at the start, from 0 to 1. */
  volume: number
  /** Whether the provider's description contains that its player can start songs at exact times. */
  keepsTime: boolean
}

/** Creates the provider's player without connecting it. Returns null if the provider's script is not loaded. */
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
  player.addListener('not_ready', ({ device_id }) => events.notReady(device_id))
  player.addListener('autoplay_failed', () => events.blocked())
  for (const error of sdkErrors)
    player.addListener(`${error}_error`, ({ message }) => events.failed(error, message))
  return {
    unlock: () => void settled(player.activateElement()),
    suspend: () => player.suspend?.(),
    connect: () => player.connect().catch(() => false),
    disconnect: () => player.disconnect(),
    sample: async () => soundOf(await player.getCurrentState()),
    pause: () => settled(player.pause()),
    seek: (positionMs) => settled(player.seek(positionMs)),
    setVolume: (volume) => void settled(player.setVolume(volume)),
    timing:
      options.keepsTime && player.keepTime
        ? {
            keepTime: (uri, startMs) => player.keepTime?.(uri, { positionMs: 0, atMs: startMs }),
            begin: (uri) => player.begin?.(uri) ?? false,
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
    state: playbackStateOf(state),
    audiblePosition: state.audiblePosition ?? null,
    songIds,
  }
}

function playbackStateOf({ ended, paused, loading }: SdkState): PlaybackState {
  if (ended) return 'ended'
  if (paused) return 'paused'
  return loading ? 'loading' : 'playing'
}

/**
 * Waits until the player has finished a command. A refused command is only logged. The app reads the state of the
 * player repeatedly (`sample`), so it notices when the command had no effect.
 */
async function settled(command: Promise<unknown> | undefined): Promise<void> {
  try {
    await command
  } catch (error) {
    console.info('player command refused', error)
  }
}
