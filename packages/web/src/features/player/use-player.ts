import type { NextSong, NowPlaying, Provider, Song } from '@jointly/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { rememberListening, takeListenRequest } from '../../shared/browser/sound/listen-request.ts'
import { loadAccounts } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import type { PlayerClock } from './controller/controller-options.ts'
import type { PlaybackController } from './controller/playback-controller.ts'
import { createController } from './controller/create-controller.ts'
import { allowSound } from '../../shared/browser/sound/page-audio.ts'
import { silentLoop } from '../../shared/browser/sound/silent-loop.ts'
import { isListeningOn, type PlayerView } from './screen/player-view.ts'
import { browserScheduler, createTimer } from './sync/scheduler.ts'
import { useFollowedPlan } from './use-plan.ts'

export type PlayerInput = {
  ssid: string
  provider: Provider | null
  clock: PlayerClock
  /**
   * The current song of the session. Undefined while this is unknown, null if the person is not inside the session
   * any more.
   */
  nowPlaying: NowPlaying | null | undefined
  next: z.infer<typeof NextSong> | null
  /** The song with which the session will probably start. It matters only while no song plays. */
  likely: Song | null
  askPlay(): void
}

export type PlayerControls = {
  view: PlayerView
  toggle(): void
  retry(): void
  sync(): void
  chooseDevice(id: string): void
  reloadDevices(): void
}

/** The pause before another attempt to load the accounts, in milliseconds. */
const RETRY_LOAD_MS = 4_000

/** The player of the open session. The sound stops when the component that uses this hook is removed (M2). */
export function usePlayer({
  ssid,
  provider,
  clock,
  nowPlaying,
  next,
  likely,
  askPlay,
}: PlayerInput): PlayerControls {
  const [controller, setController] = useState<PlaybackController | null>(null)
  const ask = useRef(askPlay)
  ask.current = askPlay
  const startsAtOnce = useRef(false)

  useEffect(() => {
    if (provider === null) return
    const created = createController(provider, clock, () => ask.current())
    setController(created)
    startsAtOnce.current ||= takeListenRequest(ssid)
    if (startsAtOnce.current) {
      rememberListening(true)
      created.toggle()
    }
    return () => {
      setController(null)
      created.stop()
      created.dispose()
    }
  }, [ssid, provider, clock])

  const accounts = useStore((state) => state.accounts)
  const isLoaded = useAccountsLoaded()
  useEffect(() => {
    if (isLoaded) controller?.setAccounts(accounts)
  }, [controller, accounts, isLoaded])

  const view = useFollowedPlan(controller, nowPlaying, next, likely)
  const usesSilentLoop = provider?.silentLoop === true && view.listening !== 'silent'
  const isOn = isListeningOn(view)
  const isLoopNeeded = usesSilentLoop && isOn && view.listening !== 'blocked'
  useEffect(() => {
    if (!isOn) silentLoop.stop()
    // A press on play starts the loop directly. This call starts it after a press on another screen (G8), and after
    // the system stopped it together with the sound.
    else if (isLoopNeeded) silentLoop.start()
  }, [isOn, isLoopNeeded])
  useEffect(() => () => silentLoop.stop(), [])

  const toggle = useCallback(() => {
    rememberListening(!isOn)
    // A press before the provider is known starts the sound when it is known.
    startsAtOnce.current = controller === null
    if (controller === null) return allowSound()
    if (usesSilentLoop && !isOn) silentLoop.start()
    controller.toggle()
  }, [controller, usesSilentLoop, isOn])
  const actions = useMemo(
    () => ({
      retry: () => {
        // A message can also be shown to a person who does not listen, for example that the player was not loaded.
        if (!isOn) return toggle()
        if (usesSilentLoop) silentLoop.start()
        controller?.retry()
      },
      sync: () => controller?.sync(),
      chooseDevice: (id: string) => controller?.chooseDevice(id),
      reloadDevices: () => void controller?.reloadDevices(),
    }),
    [controller, usesSilentLoop, isOn, toggle],
  )
  return { view, toggle, ...actions }
}

/**
 * Returns whether the accounts were loaded since this page was opened. Accounts in the browser's storage are not
 * enough, because they may be outdated.
 */
function useAccountsLoaded(): boolean {
  const [loaded, setLoaded] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const timer = createTimer(browserScheduler)
    void loadAccounts(abort.signal).then((answer) => {
      if (abort.signal.aborted) return
      if (answer.ok) setLoaded(true)
      else timer.start(RETRY_LOAD_MS, () => setAttempt(attempt + 1))
    })
    return () => {
      abort.abort()
      timer.cancel()
    }
  }, [attempt])
  return loaded
}
