import type { NowPlaying, Provider } from '@jointly/contract'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { requestListening, wasListening } from '../../shared/browser/sound/listen-request.ts'
import { emptyState } from '../../shared/store/state.ts'
import { useStore } from '../../shared/store/store.ts'
import { account, EPOCH, HERE, song } from './controller/testing.ts'
import { type PlayerControls, usePlayer } from './use-player.ts'
import { pageVolume } from './volume.ts'

const provider: Provider = {
  ...{ service: 'spotify', name: 'Provider', apiBase: 'https://provider.example/v1' },
  sdkUrl: 'https://provider.example/player.js',
  ...{ blurCover: true, silentLoop: false, keepsTime: false, attribution: false, manageUrl: null },
}
const clock = { now: () => EPOCH, errorMs: () => 1, measure: async () => true }
const nowPlaying = {
  mode: 'active' as const,
  song: song('one'),
  ...{ startTime: EPOCH - 10_000, nowTime: EPOCH },
  ...{ by: null, chosen: null },
}

let commands: string[]
/** The listeners of the app for events of the player. */
const events = new Map<string, (about: { device_id: string; message: string }) => void>()
/** Whether the player says that it plays the song. */
let isSounding = false
/** The error of the position that the player says, in milliseconds. Null if it says none. */
let withinMs: number | null = null
let renders = 0
let root: Root
const controls: { now?: PlayerControls } = {}

/** Replaces the player of the provider's script, and records its commands. */
class ScriptPlayer {
  constructor({ volume }: { volume?: number }) {
    commands.push(`new with volume ${volume}`)
  }
  addListener(event: string, listener: (about: { device_id: string; message: string }) => void): boolean {
    events.set(event, listener)
    return true
  }
  async connect(): Promise<boolean> {
    events.get('ready')?.({ device_id: HERE, message: '' })
    return true
  }
  disconnect(): void {
    commands.push('disconnect')
  }
  async activateElement(): Promise<void> {}
  async getCurrentState() {
    return isSounding
      ? {
          ...{ paused: false, loading: false, position: Date.now() - EPOCH },
          audiblePosition: { positionMs: 10_000, atMs: performance.now(), withinMs },
          track_window: { current_track: { id: 'one' } },
        }
      : null
  }
  async pause(): Promise<void> {
    commands.push('pause')
  }
  async seek(): Promise<void> {}
  async setVolume(volume: number): Promise<void> {
    commands.push(`volume ${volume}`)
  }
}

type OpenProps = { ssid: string; now?: NowPlaying; from?: Provider | null }

function OpenSession({ ssid, now = nowPlaying, from = provider }: OpenProps) {
  const songs = { nowPlaying: now, next: null, likely: null }
  const player = usePlayer({ ssid, provider: from, clock, ...songs, askPlay() {} })
  useEffect(() => {
    controls.now = player
    renders += 1
  })
  return null
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(0))

/** Opens a session and presses the play button. */
async function playIn(ssid: string): Promise<void> {
  act(() => root.render(<OpenSession key={ssid} ssid={ssid} />))
  await settle()
  act(() => controls.now?.toggle())
  await settle()
  expect(controls.now?.view.state).toBe('playing')
  commands = []
}

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  commands = []
  isSounding = false
  localStorage.clear()
  pageVolume.set({ level: 0.5, isMuted: false })
  useStore.setState({ ...emptyState, accounts: [account] })
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/api/accounts/' ? Response.json([account]) : new Response(null, { status: 204 }),
  )
  window.Spotify = { Player: ScriptPlayer }
  root = createRoot(document.createElement('div'))
})

afterEach(async () => {
  act(() => root.unmount())
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(window, 'Spotify')
})

it('M2 P4 leaving the session stops the sound at once', async () => {
  await playIn('one')
  act(() => root.render(null))
  await settle()
  expect(commands).toEqual(['pause', 'disconnect'])
})

it('M2 P4 opening another session stops the sound of the session before', async () => {
  await playIn('one')
  act(() => root.render(<OpenSession key="two" ssid="two" />))
  await settle()
  expect(commands).toEqual(['pause', 'disconnect', 'new with volume 0.5'])
  expect(controls.now?.view.state).toBe('stopped')
})

it('H8 a paused session stops the sound, and a resumed one plays at once from its new start', async () => {
  await playIn('one')
  act(() => root.render(<OpenSession key="one" ssid="one" now={{ ...nowPlaying, pausedAt: 10_000 }} />))
  await settle()
  expect(commands).toEqual(['pause'])
  expect(controls.now?.view.state).toBe('sleep')
  const resumed = { ...nowPlaying, startTime: EPOCH - 10_000 + 5_000 }
  act(() => root.render(<OpenSession key="one" ssid="one" now={resumed} />))
  await settle()
  expect(controls.now?.view.state).toBe('playing')
})

it('G8 a session that the person asked to hear plays by itself, once', async () => {
  requestListening('two')
  act(() => root.render(<OpenSession key="one" ssid="one" />))
  await settle()
  expect(controls.now?.view.state).toBe('stopped')
  act(() => root.render(<OpenSession key="two" ssid="two" />))
  await settle()
  expect(controls.now?.view.state).toBe('playing')
  act(() => root.render(<OpenSession key="again" ssid="two" />))
  await settle()
  expect(controls.now?.view.state).toBe('stopped')
})

it('P8 M12 a press on play before the provider is known starts the sound when it is known', async () => {
  act(() => root.render(<OpenSession key="one" ssid="one" from={null} />))
  await settle()
  act(() => controls.now?.toggle())
  expect(wasListening()).toBe(true)
  act(() => root.render(<OpenSession key="one" ssid="one" />))
  await settle()
  expect(controls.now?.view.state).toBe('playing')
})

it('M12 the device remembers whether the last press was play or stop', async () => {
  await playIn('one')
  expect(wasListening()).toBe(true)
  act(() => root.render(<OpenSession key="two" ssid="two" />))
  await settle()
  expect(wasListening()).toBe(true)
  act(() => controls.now?.toggle())
  act(() => controls.now?.toggle())
  expect(wasListening()).toBe(false)
})

it('P8 M12 a press on the button of a message starts the sound of a person who did not listen', async () => {
  Reflect.deleteProperty(window, 'Spotify')
  vi.spyOn(document.head, 'append').mockImplementation(
    (script) => void (script as HTMLScriptElement).dispatchEvent(new Event('error')),
  )
  act(() => root.render(<OpenSession ssid="one" />))
  await settle()
  expect(controls.now?.view).toMatchObject({ state: 'stopped', trouble: 'script' })
  window.Spotify = { Player: ScriptPlayer }
  act(() => controls.now?.retry())
  await settle()
  expect(controls.now?.view).toMatchObject({ state: 'playing', trouble: null })
  expect(wasListening()).toBe(true)
})

it('M5 the player starts with the stored volume, and follows it until the person leaves', async () => {
  act(() => root.render(<OpenSession ssid="one" />))
  await settle()
  expect(commands).toEqual(['new with volume 0.5'])
  act(() => pageVolume.set({ level: 0.2, isMuted: false }))
  act(() => pageVolume.set({ level: 0.2, isMuted: true }))
  act(() => root.render(null))
  act(() => pageVolume.set({ level: 1, isMuted: false }))
  await settle()
  expect(commands.slice(1)).toEqual(['volume 0.2', 'volume 0', 'disconnect'])
})

describe('the silent element', () => {
  const withLoop: Provider = { ...provider, silentLoop: true }
  const play = vi.fn<() => Promise<void>>(async () => {})
  const pause = vi.fn<() => void>()
  beforeEach(() => {
    play.mockClear()
    pause.mockClear()
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause)
  })

  async function open(ssid: string): Promise<void> {
    act(() => root.render(<OpenSession key={ssid} ssid={ssid} from={withLoop} />))
    await settle()
  }

  it('M6 plays while the person listens, so that the system shows its media controls', async () => {
    await open('one')
    expect(play).not.toHaveBeenCalled()
    act(() => {
      controls.now?.toggle()
      // Browsers allow sound only directly in the press.
      expect(play).toHaveBeenCalledOnce()
    })
    pause.mockClear()
    act(() => controls.now?.toggle())
    expect(pause).toHaveBeenCalled()
  })

  it('M6 G8 plays if the press that asked for the sound was on another screen', async () => {
    requestListening('two')
    await open('two')
    expect(play).toHaveBeenCalled()
  })

  it('M6 M8 plays again after a press that allows the sound, and when a blocked sound goes on', async () => {
    await open('one')
    act(() => controls.now?.toggle())
    await settle()
    const block = () => act(() => events.get('autoplay_failed')?.({ device_id: HERE, message: '' }))
    block()
    expect(controls.now?.view.listening).toBe('blocked')
    play.mockClear()
    act(() => {
      controls.now?.retry()
      // Browsers allow sound only directly in the press.
      expect(play).toHaveBeenCalledOnce()
    })
    await settle()
    block()
    play.mockClear()
    isSounding = true
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(controls.now?.view.listening).toBe('playing')
    expect(play).toHaveBeenCalledOnce()
  })

  it('M2 M6 ends with the session', async () => {
    await open('one')
    act(() => controls.now?.toggle())
    await settle()
    pause.mockClear()
    act(() => root.render(null))
    expect(pause).toHaveBeenCalled()
  })
})

it('M9 a hidden page does not show new figures of the sync, and shows the newest as soon as it is visible', async () => {
  onTestFinished(() => void Reflect.deleteProperty(document, 'hidden'))
  const setHidden = (isHidden: boolean) =>
    act(() => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
  withinMs = 12
  isSounding = true
  await playIn('one')
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  const shown = controls.now?.view.syncErrorMs ?? 0
  expect(shown).toBeGreaterThan(12)
  setHidden(true)
  const before = renders
  withinMs = 20
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect([renders, controls.now?.view.syncErrorMs]).toEqual([before, shown])
  setHidden(false)
  expect(controls.now?.view.syncErrorMs).toBe(shown + 8)

  // A state of the sound without a figure is not left out, because the tab and the media controls show it too.
  setHidden(true)
  withinMs = null
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(controls.now?.view.syncErrorMs).toBeNull()
})
