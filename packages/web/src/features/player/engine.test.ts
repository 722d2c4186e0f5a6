import type { Account, Song } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { createEngine } from './engine.ts'
import { type Plan, trackOf } from './plan.ts'
import type { SoundEvents } from './sdk.ts'
import { createTokenDesk } from './token-desk.ts'
import type { PlayerSample } from './verdict.ts'
import type { Told } from './web-api.ts'

const EPOCH = 1_790_000_000_000
const HERE = 'a'.repeat(40)

const account: Account = {
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
const song = (id: string): Song => ({
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
function listener(options: { answers?: Told[] } = {}) {
  let nowMs = 0
  const timers: { at: number; run: () => void }[] = []
  const commands: string[] = []
  const delays = new Map<string, number>()
  const answers = [...(options.answers ?? [])]
  const sound: { sample: PlayerSample['sound'] } = { sample: null }
  const sdk: { events: SoundEvents | null } = { events: null }
  let asked = 0
  const engine = createEngine({
    desk: createTokenDesk(
      async () => [account],
      () => EPOCH + nowMs,
    ),
    api: {
      async play(deviceId, uri, positionMs) {
        commands.push(`play ${deviceId.slice(0, 4)} ${uri.split(':')[2]} ${positionMs}`)
        return answers.shift() ?? { ok: true }
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
        setRate: null,
        prepare: (uri) => commands.push(`prepare ${uri}`),
      }
    },
    canRate: false,
    deviceName: 'Jointly',
    serverNow: () => EPOCH + nowMs,
    clockErrorMs: () => 5,
    monotonicMs: () => nowMs,
    after(delayMs, run) {
      const timer = { at: nowMs + delayMs, run }
      timers.push(timer)
      return () => {
        const index = timers.indexOf(timer)
        if (index >= 0) timers.splice(index, 1)
      }
    },
    askPlay: () => {
      asked += 1
    },
    delayOf: (device) => delays.get(device),
    keepDelay: (device, delayMs) => delays.set(device, delayMs),
    keepDevices: () => {},
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
    sound.sample = { positionMs, paused, loading: false, songIds: [songId] }
  }
  /** The first gesture: the player connects and becomes a device. */
  async function start(plan: Plan): Promise<void> {
    engine.setAccounts([account])
    await settled()
    engine.follow(plan)
    engine.toggle()
    sdk.events?.ready(HERE)
    await settled()
  }
  return { engine, commands, delays, sdk, pass, settled, sounds, start, asked: () => asked, now: () => nowMs }
}

const PLAN: Plan = {
  playing: trackOf(song('one'), EPOCH - 10_000),
  next: trackOf(song('two'), EPOCH + 170_000),
}
const ONLY_ONE: Plan = { ...PLAN, next: null }

describe('the player engine', () => {
  it('P4 a press unlocks and connects at once, and asks the server what plays', async () => {
    const { engine, commands, asked, settled } = listener()
    engine.setAccounts([account])
    await settled()
    engine.toggle()
    expect(commands).toEqual(['unlock', 'connect'])
    expect(asked()).toBe(1)
  })

  it('P7 a song starts where the session stands, and a delay further', async () => {
    const { commands, start } = listener()
    await start(ONLY_ONE)
    expect(commands).toContain('play aaaa one 10120')
  })

  it('P4 while no device is set it looks again every 200 ms', async () => {
    const { engine, commands, sdk, pass, settled } = listener()
    engine.setAccounts([account])
    await settled()
    engine.follow(ONLY_ONE)
    engine.toggle()
    await pass(1000)
    expect(engine.view()).toMatchObject({ state: 'play', listening: 'connecting' })
    sdk.events?.ready(HERE)
    await settled()
    expect(commands).toContain('play aaaa one 11120')
  })

  it('P5 the announced song is fetched ahead, and told so early that it sounds at its start', async () => {
    const { commands, pass, start, sounds } = listener()
    await start(PLAN)
    sounds('one', 20_000)
    await pass(169_879)
    expect(commands.filter((each) => each.startsWith('play'))).toHaveLength(1)
    await pass(1)
    expect(commands).toContain('play aaaa two 0')
  })

  it('P5 the next song is fetched as soon as it is announced', async () => {
    const { engine, commands, start } = listener()
    await start(ONLY_ONE)
    engine.follow(PLAN)
    engine.follow({ ...PLAN })
    expect(commands.filter((each) => each.startsWith('prepare'))).toEqual(['prepare spotify:track:two'])
  })

  it('P8 a device whose line broke while it is heard plays on, untouched', async () => {
    const { engine, commands, sdk, pass, start, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 11_000)
    await pass(1000)
    sounds('one', 12_000)
    await pass(1000)
    expect(engine.view().listening).toBe('playing')
    const before = commands.length
    sdk.events?.gone(HERE)
    sdk.events?.ready(HERE)
    await pass(200)
    expect(commands).toHaveLength(before)
  })

  it('P5 who joins after the announcement has the next song fetched as well', async () => {
    const { commands, start } = listener()
    await start(PLAN)
    expect(commands).toContain('prepare spotify:track:two')
  })

  it('P4 a song that ends with nothing announced makes the player ask, once', async () => {
    const { pass, start, asked, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 20_000)
    await pass(171_000)
    expect(asked()).toBe(2)
  })

  it('K2 a skipped song is left at once for the next', async () => {
    const { engine, commands, start, settled } = listener()
    await start(ONLY_ONE)
    engine.follow({ playing: trackOf(song('two'), EPOCH), next: null })
    await settled()
    expect(commands.at(-1)).toBe('play aaaa two 120')
  })

  it('P8 a sound that the browser holds back asks for a tap, which starts it anew', async () => {
    const { engine, commands, sdk, start, settled } = listener()
    await start(ONLY_ONE)
    sdk.events?.blocked()
    expect(engine.view().listening).toBe('blocked')
    engine.retry()
    await settled()
    expect(commands.slice(-2)).toEqual(['unlock', 'play aaaa one 10120'])
  })

  it('P8 paused for two seconds after the command is blocked as well', async () => {
    const { engine, pass, start, sounds } = listener()
    await start(ONLY_ONE)
    sounds('one', 10_000, true)
    await pass(4000)
    expect(engine.view().listening).toBe('blocked')
  })

  it('P8 no Premium is told to this listener alone', async () => {
    const { engine, start } = listener({ answers: [{ ok: false, why: 'premium' }] })
    await start(ONLY_ONE)
    expect(engine.view()).toMatchObject({ listening: 'trouble', trouble: 'premium' })
  })

  it('P4 stopping while the command is on its way leaves no sound behind', async () => {
    const { engine, commands, settled, sdk } = listener()
    engine.setAccounts([account])
    await settled()
    engine.follow(ONLY_ONE)
    engine.toggle()
    sdk.events?.ready(HERE)
    engine.toggle()
    await settled()
    expect(commands.at(-1)).toBe('pause')
    expect(engine.view().state).toBe('stopped')
  })

  it('L5 without an account one follows silently, and nothing is told to a provider', async () => {
    const { engine, commands, settled } = listener()
    engine.setAccounts([])
    engine.follow(ONLY_ONE)
    engine.toggle()
    await settled()
    expect(engine.view().listening).toBe('silent')
    expect(commands).toEqual([])
  })

  it('L2 another list of accounts makes the player anew and goes on', async () => {
    const { engine, commands, start, sdk, settled } = listener()
    await start(ONLY_ONE)
    engine.setAccounts([{ ...account, id: 'another' }])
    await settled()
    expect(commands).toContain('disconnect')
    sdk.events?.ready('b'.repeat(40))
    await settled()
    expect(commands.at(-1)).toBe('play bbbb one 10120')
  })

  it('P8 an error of the player reloads the devices and takes the first if none is set', async () => {
    const { engine, commands, sdk, settled } = listener()
    engine.setAccounts([account])
    await settled()
    engine.follow(ONLY_ONE)
    engine.toggle()
    sdk.events?.failed('initialization', 'Failed to initialize player')
    await settled()
    expect(engine.view()).toMatchObject({ deviceId: 'kitchen' })
    expect(commands).toContain('play kitc one 10120')
  })
})
