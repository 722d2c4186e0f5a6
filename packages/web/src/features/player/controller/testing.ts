import type { Account, Song } from '@jointly/contract'
import { PlaybackController } from './playback-controller.ts'
import { type Plan, trackOf } from './playback-plan.ts'
import type { SoundEvents } from '../provider/web-playback-sdk.ts'
import { createAccessTokens } from '../provider/access-tokens.ts'
import type { PlayerSample } from '../sync/sound-status.ts'
import type { CommandResult } from '../provider/web-api.ts'

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
export const song = (id: string): Song => ({
  id,
  title: id,
  artists: [],
  cover: null,
  duration: 180_000,
  sources: [{ service: 'spotify', src: `spotify:track:${id}` }],
  link: null,
  explicit: false,
})

/** A player between a session, a provider and a clock that move only when told. */
export function listener(
  options: {
    answers?: CommandResult[]
    timing?: boolean
    measureClock?: () => Promise<boolean>
    renewed?: () => Account[] | null
  } = {},
) {
  let nowMs = 0
  const timers: { at: number; run: () => void }[] = []
  const commands: string[] = []
  const delays = new Map<string, number>()
  const answers = [...(options.answers ?? [])]
  const sound: { sample: PlayerSample['sound'] } = { sample: null }
  const sdk: { events: SoundEvents | null } = { events: null }
  let asked = 0
  let isLoaded = false
  const timing = {
    setStart: (uri: string, beginsAtMs: number) => commands.push(`keep ${uri.split(':')[2]} ${beginsAtMs}`),
    playAhead(uri: string) {
      commands.push(`begin ${uri.split(':')[2]}`)
      return !isLoaded
    },
    align: () => commands.push('align'),
  }
  const controller = new PlaybackController({
    tokens: createAccessTokens(
      { load: async () => [account], renew: async () => options.renewed?.() ?? null },
      () => EPOCH + nowMs,
    ),
    api: {
      async play(deviceId, uri, positionMs) {
        commands.push(`play ${deviceId.slice(0, 4)} ${uri.split(':')[2]} ${positionMs}`)
        const result = answers.shift() ?? { ok: true }
        if (result.ok) isLoaded = true
        return result
      },
      async pause() {
        commands.push('api pause')
        return { ok: true }
      },
      transfer: async () => ({ ok: true }),
      devices: async () => [{ id: 'kitchen', name: 'Kitchen', isRestricted: false }],
    },
    async createPlayer(events) {
      sdk.events = events
      return {
        unlock: () => commands.push('unlock'),
        async connect() {
          commands.push('connect')
          return true
        },
        disconnect: () => commands.push('disconnect'),
        sample: async () => sound.sample,
        async pause() {
          commands.push('pause')
        },
        async seek(positionMs) {
          commands.push(`seek ${positionMs}`)
        },
        timing: options.timing ? timing : null,
        preload: (uri) => commands.push(`prepare ${uri}`),
      }
    },
    keepsTime: options.timing ?? false,
    deviceName: 'Jointly',
    clock: {
      now: () => EPOCH + nowMs,
      errorMs: () => 5,
      measure: () => options.measureClock?.() ?? Promise.resolve(true),
    },
    scheduler: {
      nowMs: () => nowMs,
      after(delayMs, run) {
        const timer = { at: nowMs + delayMs, run }
        timers.push(timer)
        return () => {
          const index = timers.indexOf(timer)
          if (index >= 0) timers.splice(index, 1)
        }
      },
    },
    askPlay: () => {
      asked += 1
    },
    storedDevices: {
      delayOf: (device) => delays.get(device),
      saveDelay: (device, delayMs) => delays.set(device, delayMs),
      saveDevices: () => {},
    },
  })
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
  /** Plays at its own pace from `positionMs` on, as seen at this moment. */
  function sounds(songId: string, positionMs: number, paused = false): void {
    sound.sample = { positionMs, paused, loading: false, heard: null, songIds: [songId] }
  }
  /** Plays under the player's own account: this position is heard now, within ± 10 ms. */
  function heard(songId: string, positionMs: number): void {
    const at = { positionMs, atMs: nowMs, withinMs: 10 }
    sound.sample = { positionMs, paused: false, loading: false, heard: at, songIds: [songId] }
  }
  /** The first gesture: the player connects and becomes a device. */
  async function start(plan: Plan): Promise<void> {
    controller.setAccounts([account])
    await settled()
    controller.follow(plan)
    controller.toggle()
    sdk.events?.ready(HERE)
    await settled()
  }
  const waits = () => timers.map(({ at }) => at - nowMs)
  return { controller, commands, delays, sdk, pass, settled, sounds, heard, start, asked: () => asked, waits }
}

export const PLAN: Plan = {
  playing: trackOf(song('one'), EPOCH - 10_000),
  next: trackOf(song('two'), EPOCH + 170_000),
  likelyUri: null,
}
export const ONLY_ONE: Plan = { ...PLAN, next: null }
