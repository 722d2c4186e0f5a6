import type { Heard, PlayerSample } from '../clock/verdict.ts'

type SdkState = {
  readonly paused: boolean
  readonly position: number
  readonly loading: boolean
  readonly heard?: Heard | null
  readonly track_window: {
    readonly current_track: {
      readonly id: string | null
      readonly linked_from?: { readonly id: string | null } | null
    } | null
  }
}

/** The provider's own player, as its script defines it. `keepTime`, `align`, `begin` and `preload` are not every provider's. */
interface SdkPlayer {
  connect(): Promise<boolean>
  disconnect(): void
  activateElement(): Promise<void>
  getCurrentState(): Promise<SdkState | null>
  pause(): Promise<void>
  seek(positionMs: number): Promise<void>
  keepTime?(uri: string, moment: { positionMs: number; atMs: number }): void
  align?(): void
  begin?(uri: string): boolean
  preload?(uri: string): Promise<boolean>
  addListener(event: 'ready' | 'not_ready', heard: (instance: { device_id: string }) => void): boolean
  addListener(event: 'autoplay_failed', heard: () => void): boolean
  addListener(event: SdkErrorEvent, heard: (error: { message: string }) => void): boolean
}

type SdkErrorEvent = 'initialization_error' | 'authentication_error' | 'account_error' | 'playback_error'

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

export type SdkError = 'initialization' | 'authentication' | 'account' | 'playback'

export type SoundEvents = {
  ready(deviceId: string): void
  gone(deviceId: string): void
  blocked(): void
  failed(error: SdkError, message: string): void
}

/** What a player can do that keeps time by itself. */
export type Timing = {
  /** From now on this song, when it plays, begins to be heard at this own monotonic time. */
  keep(uri: string, beginsAtMs: number): void
  /**
   * Lets this song, which was told its time, sound at once: the provider's command follows.
   *
   * @returns whether it does: not while a song is loaded
   */
  begin(uri: string): boolean
  /** Goes at once where it should be, however near it is. */
  align(): void
}

/** The provider's player in this page. */
export type SoundPlayer = {
  /** Unlocks the sound; to be called in a person's own gesture, before anything is awaited. */
  unlock(): void
  connect(): Promise<boolean>
  disconnect(): void
  sample(): Promise<PlayerSample['sound']>
  pause(): Promise<void>
  seek(positionMs: number): Promise<void>
  /** Null where the player cannot keep a song to a time. */
  timing: Timing | null
  /** Fetches a song ahead of its start; null where the provider's player cannot. */
  prepare: ((uri: string) => void) | null
}

/**
 * Loads the provider's player script, once a page.
 *
 * @returns false when it cannot be loaded; another try is another call
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
  /** How the provider's other apps show this device. */
  name: string
  /** Asked whenever the player needs an access token; it must always answer. */
  giveToken(answer: (token: string) => void): void
  /** Whether the player itself is to fill the system's media controls. */
  mediaSession: boolean
}

/** Makes the provider's player, unconnected; null while its script is not there. */
export function createSoundPlayer(options: SoundPlayerOptions, events: SoundEvents): SoundPlayer | null {
  const Player = window.Spotify?.Player
  if (!Player) return null
  const player = new Player({
    name: options.name,
    getOAuthToken: options.giveToken,
    volume: 1,
    enableMediaSession: options.mediaSession,
  })
  player.addListener('ready', ({ device_id }) => events.ready(device_id))
  player.addListener('not_ready', ({ device_id }) => events.gone(device_id))
  player.addListener('autoplay_failed', () => events.blocked())
  for (const error of ['initialization', 'authentication', 'account', 'playback'] as const)
    player.addListener(`${error}_error`, ({ message }) => events.failed(error, message))
  return {
    unlock: () => void settled(player.activateElement()),
    connect: () => player.connect().catch(() => false),
    disconnect: () => player.disconnect(),
    sample: async () => soundOf(await player.getCurrentState()),
    pause: () => settled(player.pause()),
    seek: (positionMs) => settled(player.seek(positionMs)),
    timing: player.keepTime
      ? {
          keep: (uri, beginsAtMs) => player.keepTime?.(uri, { positionMs: 0, atMs: beginsAtMs }),
          begin: (uri) => player.begin?.(uri) ?? false,
          align: () => player.align?.(),
        }
      : null,
    prepare: player.preload ? (uri) => void settled(player.preload?.(uri)) : null,
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

/** A command the player refuses shows in its next sample, so the refusal itself needs no handling. */
async function settled(command: Promise<unknown> | undefined): Promise<void> {
  try {
    await command
  } catch (error) {
    console.info('player command refused', error)
  }
}
