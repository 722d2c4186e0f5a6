import type { SdkError, SoundEvents, SoundPlayer } from '../provider/sdk.ts'
import type { Trouble } from '../engine/trouble.ts'

/** A player that connected but never became a device is given up after this long. */
const READY_WITHIN_MS = 10_000

export type SoundDevicePorts = {
  /** Loads the provider's script and makes a player; null when it cannot be had. */
  create(events: SoundEvents): Promise<SoundPlayer | null>
  /** Whether this page becomes a device before the gesture, so that the gesture finds it ready. */
  connectsEarly: boolean
  after(delayMs: number, run: () => void): () => void
  /** The device appeared (its id) or went away (null). */
  changed(deviceId: string | null): void
  blocked(): void
  troubled(trouble: Trouble): void
}

/** This page as a device of the provider: made early, connected in a gesture. */
export type SoundDevice = {
  id(): string | null
  player(): SoundPlayer | null
  /** To be called in a person's gesture, before anything is awaited. */
  unlock(): void
  dispose(): void
}

const TROUBLES: Record<SdkError, Trouble> = {
  initialization: 'unsupported',
  authentication: 'token',
  account: 'premium',
  playback: 'playback',
}

function troubleOf(error: SdkError, message: string, hasDevice: boolean): Trouble {
  // The player reports what does not come as any error of its own: without its provider it is the net.
  if (error === 'playback' && !hasDevice) return 'offline'
  return error === 'authentication' && /scope/i.test(message) ? 'permission' : TROUBLES[error]
}

export function createSoundDevice(ports: SoundDevicePorts): SoundDevice {
  let player: SoundPlayer | null = null
  let deviceId: string | null = null
  let wantsConnection = false
  let isConnected = false
  let isDisposed = false
  let isMaking = false
  let cancelWait = () => {}

  function setDevice(id: string | null): void {
    cancelWait()
    deviceId = id
    ports.changed(id)
  }

  const events: SoundEvents = {
    ready: (id) => !isDisposed && setDevice(id),
    gone: (id) => !isDisposed && id === deviceId && setDevice(null),
    blocked: () => !isDisposed && ports.blocked(),
    failed(error, message) {
      if (isDisposed) return
      console.warn(`${error}_error`, message)
      ports.troubled(troubleOf(error, message, deviceId !== null))
    },
  }

  /** Who has not pressed play is told nothing of a player that does not come up. */
  function waitForDevice(): void {
    cancelWait()
    if (wantsConnection && deviceId === null)
      cancelWait = ports.after(READY_WITHIN_MS, () => ports.troubled('no-device'))
  }

  function connect(): void {
    if (player === null || isConnected) return
    isConnected = true
    waitForDevice()
    void player.connect().then((connected) => {
      if (connected || isDisposed) return
      isConnected = false
      cancelWait()
      if (wantsConnection) ports.troubled('unsupported')
    })
  }

  async function make(): Promise<void> {
    isMaking = true
    const made = await ports.create(events)
    isMaking = false
    if (isDisposed) return made?.disconnect()
    if (made === null) return ports.troubled('script')
    player = made
    // The gesture came before the script: browsers that remember it let the player sound even so.
    if (wantsConnection || ports.connectsEarly) connect()
  }

  void make()

  return {
    id: () => deviceId,
    player: () => player,
    unlock() {
      wantsConnection = true
      player?.unlock()
      if (player === null && !isMaking) void make()
      if (isConnected) waitForDevice()
      else connect()
    },
    dispose() {
      isDisposed = true
      cancelWait()
      player?.disconnect()
    },
  }
}
