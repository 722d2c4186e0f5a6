import type { Account } from '@jointly/contract'
import type { Plan } from './plan.ts'
import type { SoundDevicePorts } from '../audio/sound-device.ts'
import type { TokenDesk } from '../provider/token-desk.ts'
import type { PlayerView } from '../screen/view.ts'
import type { Device, WebApi } from '../provider/web-api.ts'

/** What a player needs of the world around it. */
export type EnginePorts = {
  desk: TokenDesk
  api: WebApi
  createPlayer: SoundDevicePorts['create']
  /** Whether the provider declares that its player keeps time by itself, once it is told the time. */
  keepsTime: boolean
  /** How this page is called among the person's devices. */
  deviceName: string
  serverNow(): number | null
  clockErrorMs(): number | null
  /** Measures the server's time anew. @returns whether it could be */
  measureClock(): Promise<boolean>
  monotonicMs(): number
  after(delayMs: number, run: () => void): () => void
  /** Asks the server what plays; the answer comes back as `follow`. */
  askPlay(): void
  /** The measured delay of a device, kept over visits; `here` is this page, `prepared` its start of a fetched song. */
  delayOf(device: string): number | undefined
  keepDelay(device: string, delayMs: number): void
  keepDevices(deviceId: string | null, devices: readonly Device[]): void
}

export type Engine = {
  view(): PlayerView
  subscribe(changed: () => void): () => void
  /** The linked accounts, once they are loaded. Another list makes the player anew. */
  setAccounts(accounts: readonly Account[]): void
  /** What the session plays and announces. */
  follow(plan: Plan): void
  /** Play or stop, in the person's gesture. */
  toggle(): void
  /** Unlocks a blocked sound or tries again, in the person's gesture. */
  retry(): void
  /** Measures the time anew and gets in step at once, in the person's gesture. */
  resync(): void
  stop(): void
  chooseDevice(id: string): void
  reloadDevices(): Promise<void>
  dispose(): void
}
