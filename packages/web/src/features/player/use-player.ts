import type { NextSong, NowPlaying, Provider, Song } from '@jointly/contract'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import { loadAccounts } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import type { Engine } from './engine/engine-ports.ts'
import { holdEngine, type PlayerClock, releaseEngine } from './engine/held-engine.ts'
import { NOTHING_PLANNED, type Plan, trackOf, uriOf } from './engine/plan.ts'
import { silentLoop } from './audio/silent-loop.ts'
import { IDLE_VIEW, isListeningOn, type PlayerView } from './screen/view.ts'

export type PlayerInput = {
  ssid: string
  provider: Provider | null
  clock: PlayerClock
  /** What the session plays; undefined while it is not known, null where there is no session any more. */
  nowPlaying: NowPlaying | null | undefined
  next: z.infer<typeof NextSong> | null
  /** What the session would begin with, as far as can be seen. */
  likely: Song | null
  askPlay(): void
}

export type PlayerControls = {
  view: PlayerView
  toggle(): void
  retry(): void
  resync(): void
  chooseDevice(id: string): void
  reloadDevices(): void
}

/** How soon accounts are asked for again when they could not be had. */
const LOAD_AGAIN_MS = 4_000

const noSubscription = () => () => {}
const idleView = () => IDLE_VIEW

/** The player of a session screen, for as long as it is open. */
export function usePlayer({
  ssid,
  provider,
  clock,
  nowPlaying,
  next,
  likely,
  askPlay,
}: PlayerInput): PlayerControls {
  const [engine, setEngine] = useState<Engine | null>(null)
  const ask = useRef(askPlay)
  ask.current = askPlay

  useEffect(() => {
    if (provider === null) return
    const made = holdEngine(ssid, provider, clock, () => ask.current())
    setEngine(made)
    return () => {
      setEngine(null)
      releaseEngine(made)
    }
  }, [ssid, provider, clock])

  const accounts = useStore((state) => state.accounts)
  const isLoaded = useAccountsLoaded()
  // A player taken over from a screen before this one keeps what it knows until it is known better.
  useEffect(() => {
    if (isLoaded) engine?.setAccounts(accounts)
  }, [engine, accounts, isLoaded])

  const plan = usePlan(nowPlaying, next, likely)
  const isKnown = nowPlaying !== undefined
  useEffect(() => {
    if (isKnown) engine?.follow(plan)
  }, [engine, plan, isKnown])

  const view = useSyncExternalStore(engine?.subscribe ?? noSubscription, engine?.view ?? idleView)
  const mayLoop = provider?.silentLoop === true && view.listening !== 'silent'
  const isOn = isListeningOn(view)
  useEffect(() => {
    if (!isOn) silentLoop.stop()
  }, [isOn])
  useEffect(() => () => silentLoop.stop(), [])

  const toggle = useCallback(() => {
    if (mayLoop && !isOn) silentLoop.start()
    engine?.toggle()
  }, [engine, mayLoop, isOn])
  const actions = useMemo(
    () => ({
      retry: () => engine?.retry(),
      resync: () => engine?.resync(),
      chooseDevice: (id: string) => engine?.chooseDevice(id),
      reloadDevices: () => void engine?.reloadDevices(),
    }),
    [engine],
  )
  return { view, toggle, ...actions }
}

/** What is persisted may be old: the player waits until the accounts were fetched in this visit. */
function useAccountsLoaded(): boolean {
  const [loaded, setLoaded] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    void loadAccounts(controller.signal).then((answer) => {
      if (controller.signal.aborted) return
      if (answer.ok) setLoaded(true)
      else timer = setTimeout(() => setAttempt(attempt + 1), LOAD_AGAIN_MS)
    })
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [attempt])
  return loaded
}

/** The same plan object as long as it says the same: pushes come for many reasons. */
function usePlan(
  nowPlaying: PlayerInput['nowPlaying'],
  next: PlayerInput['next'],
  likely: Song | null,
): Plan {
  const plan: Plan = !nowPlaying
    ? NOTHING_PLANNED
    : {
        playing: trackOf(nowPlaying.song, nowPlaying.startTime),
        next: trackOf(next?.song ?? null, next?.startTime ?? null),
        likelyUri: nowPlaying.song === null && likely !== null ? uriOf(likely) : null,
      }
  const kept = useRef(plan)
  if (keyOf(kept.current) !== keyOf(plan)) kept.current = plan
  return kept.current
}

const keyOf = ({ playing, next, likelyUri }: Plan) =>
  [...[playing, next].map((track) => `${track?.song.id} ${track?.startTime}`), likelyUri].join(' ')
