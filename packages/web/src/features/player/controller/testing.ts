import type { Account, Song } from '@jointly/contract'
import { createListeners } from '../../../shared/browser/listeners.ts'
import { PlaybackController } from './playback-controller.ts'
import { type Plan, trackOf } from './playback-plan.ts'
import type { SongTiming, SoundEvents, SoundPlayer } from '../provider/web-playback-sdk.ts'
import { createAccessTokens } from '../provider/access-tokens.ts'
import type { Scheduler } from '../sync/scheduler.ts'
import type { PlayerSample } from '../sync/sound-status.ts'
import type { CommandResult, Device, WebApi } from '../provider/web-api.ts'

export const EPOCH = 1_790_000_000_000
export const HERE = 'a'.repeat(40)

export const account: Account = {
  id: 'account',
  service: 'spotify',
  access_token: 'token',
  refresh_token: '',
  valid_until: EPOCH,
  selected_playlists: 1,
  title: 'Ann',
  detail: '',
  name: 'Ann',
  status: 'ok',
}
export const song = (id: string, service = 'spotify'): Song => ({
  id,
  title: id,
  artists: [],
  cover: null,
  duration: 180_000,
  sources: [{ service, src: `${service}:track:${id}` }],
  link: null,
  explicit: false,
})

type ListenerOptions = {
  /** The provider's answers to play commands, in this order. After the last answer, all commands succeed. */
  answers?: CommandResult[]
  /** The provider's answers to pause commands, in this order. After the last answer, all commands succeed. */
  pauseAnswers?: CommandResult[]
  /** Returns whether the provider knows the device of a play command. By default it knows all. */
  knows?: (deviceId: string) => boolean
  /** Whether the provider's player can start songs at exact times. */
  timing?: boolean
  measureClock?: () => Promise<boolean>
  renewed?: () => Account[] | null
  /** Returns the devices that the provider lists. By default this is one device named Kitchen. */
  devices?: () => Device[]
}

/** Creates a scheduler whose clock advances only when the test calls `pass`. */
export function createManualScheduler() {
  let nowMs = 0
  const timers: { at: number; run: () => void }[] = []
  const scheduler: Scheduler = {
    nowMs: () => nowMs,
    after(delayMs, run) {
      const timer = { at: nowMs + delayMs, run }
      timers.push(timer)
      return () => {
        const index = timers.indexOf(timer)
        if (index >= 0) timers.splice(index, 1)
      }
    },
  }
  async function settled(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  async function pass(ms: number): Promise<void> {
    const end = nowMs + ms
    for (;;) {
      await settled()
      const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      timers.splice(timers.indexOf(due), 1)
      nowMs = due.at
      due.run()
    }
    nowMs = end
    await settled()
  }
  return { scheduler, settled, pass, waits: () => timers.map(({ at }) => at - nowMs) }
}

/** Creates fakes of the provider's API and player. They record the commands that they receive. */
function createFakeProvider(options: ListenerOptions, nowMs: () => number) {
  const commands: string[] = []
  const record = (command: string) => void commands.push(command)
  const answers = [...(options.answers ?? [])]
  const pauseAnswers = [...(options.pauseAnswers ?? [])]
  const sdk: { events: SoundEvents | null } = { events: null }
  let sample: PlayerSample['sound'] = null
  let loadedUri: string | null = null
  const api: WebApi = {
    async play(deviceId, uri, positionMs) {
      record(`play ${deviceId.slice(0, 4)} ${uri.split(':')[2]} ${positionMs}`)
      const isUnknown = options.knows?.(deviceId) === false
      const unknown: CommandResult = { ok: false, reason: 'no-device' }
      const result = isUnknown ? unknown : (answers.shift() ?? { ok: true })
      if (result.ok) loadedUri = uri
      return result
    },
    async pause() {
      record('api pause')
      return pauseAnswers.shift() ?? { ok: true }
    },
    transfer: async () => ({ ok: true }),
    devices: async () =>
      options.devices?.() ?? [{ id: 'kitchen', name: 'Kitchen', isRestricted: false, isActive: false }],
  }
  const timing: SongTiming = {
    keepTime: (uri, startMs) => record(`keep ${uri.split(':')[2]} ${startMs}`),
    begin(uri) {
      record(`begin ${uri.split(':')[2]}`)
      if (uri === loadedUri) return false
      loadedUri = null
      return true
    },
    align: () => record('align'),
  }
  const player: SoundPlayer = {
    unlock: () => record('unlock'),
    suspend: () => record('suspend'),
    async connect() {
      record('connect')
      return true
    },
    disconnect: () => record('disconnect'),
    sample: async () => sample,
    pause: async () => record('pause'),
    seek: async (positionMs) => record(`seek ${positionMs}`),
    setVolume: (volume) => record(`volume ${volume}`),
    timing: options.timing ? timing : null,
    soundAddress: null,
    clips: null,
    preload: (uri) => record(`prepare ${uri}`),
  }
  /**
   * Sets the position that the player reports from now on. The player does not report the position that people hear.
   */
  function sounds(songId: string, positionMs: number, paused = false): void {
    sample = { positionMs, state: paused ? 'paused' : 'playing', audiblePosition: null, songIds: [songId] }
  }
  /** Lets the player report from now on that the file of a song has ended. */
  function ended(songId: string): void {
    sample = { positionMs: 0, state: 'ended', audiblePosition: null, songIds: [songId] }
  }
  /**
   * Sets the position that the player reports from now on as the position that people hear.
   * @param withinMs the error of the position in ± milliseconds; null while it is unknown
   */
  function reportPosition(songId: string, positionMs: number, withinMs: number | null = 10): void {
    const at = { positionMs, atMs: nowMs(), withinMs }
    sample = { positionMs, state: 'playing', audiblePosition: at, songIds: [songId] }
  }
  return { api, player, commands, sdk, sounds, ended, reportPosition }
}

/** Creates a controller with a fake provider, player and clock. */
export function listener(options: ListenerOptions = {}) {
  const { scheduler, settled, pass, waits } = createManualScheduler()
  const { api, player, commands, sdk, sounds, ended, reportPosition } = createFakeProvider(
    options,
    scheduler.nowMs,
  )
  const delays = new Map<string, number>()
  const corrections = createListeners()
  const correction = { ms: 0 }
  const gone: string[] = []
  let asked = 0
  let jumpedMs: number | null = 0
  const now = () => EPOCH + scheduler.nowMs()
  const controller = new PlaybackController({
    tokens: createAccessTokens(
      { load: async () => [account], renew: async () => options.renewed?.() ?? null },
      now,
    ),
    api,
    async createPlayer(events) {
      sdk.events = events
      return player
    },
    keepsTime: options.timing ?? false,
    onChosenGone: (name) => gone.push(name),
    clock: {
      now: () => (jumpedMs === null ? null : now() + jumpedMs),
      errorMs: () => (jumpedMs === null ? null : 5),
      measure: () => options.measureClock?.() ?? Promise.resolve(true),
    },
    scheduler,
    correction: { ms: () => correction.ms, subscribe: corrections.add },
    askPlay: () => {
      asked += 1
    },
    storedDevices: {
      delayOf: (device) => delays.get(device),
      saveDelay: (device, delayMs) => delays.set(device, delayMs),
      saveDevices: () => {},
    },
  })
  /** Presses play for the first time. Then the player connects and becomes a device of the provider. */
  async function start(plan: Plan): Promise<void> {
    controller.setAccounts([account])
    await settled()
    controller.follow(plan)
    controller.toggle()
    sdk.events?.ready(HERE)
    await settled()
  }
  /** Changes the delay correction of the sound output (Y1). */
  function correct(ms: number): void {
    correction.ms = ms
    corrections.notify()
  }
  /** Lets the server's time of the page jump to `ms` milliseconds after the true time. Null makes it unknown. */
  function jumpClock(ms: number | null): void {
    jumpedMs = ms
  }
  return {
    controller,
    correct,
    jumpClock,
    commands,
    delays,
    gone,
    sdk,
    pass,
    settled,
    sounds,
    ended,
    reportPosition,
    start,
    asked: () => asked,
    waits,
  }
}

export const PLAN: Plan = {
  playing: trackOf(song('one'), EPOCH - 10_000),
  next: trackOf(song('two'), EPOCH + 170_000),
  likelyUri: null,
}
export const ONLY_ONE: Plan = { ...PLAN, next: null }
