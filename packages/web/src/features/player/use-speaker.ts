import type { Account, NextSong, NowPlaying, Provider } from '@jointly/contract'
import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import type { PlayerClock } from './controller/controller-options.ts'
import { createController } from './controller/create-controller.ts'
import type { PlaybackController } from './controller/playback-controller.ts'
import type { Listening } from './screen/player-view.ts'
import { browserScheduler, createTimer } from './sync/scheduler.ts'
import { useFollowedPlan } from './use-plan.ts'

export type SpeakerInput = {
  /** The provider that plays the sound. Null while it is unknown, or if this screen is silent. */
  provider: Provider | null
  clock: PlayerClock
  /** The current song of the session. Undefined while it is unknown. */
  nowPlaying: NowPlaying | undefined
  next: z.infer<typeof NextSong> | null
  /** Loads the account with a new token. Null if that failed. */
  loadAccount(): Promise<Account | null>
}

/** The pause before another attempt to load the account, in milliseconds. */
const RETRY_LOAD_MS = 10_000

const nothing = () => undefined

/**
 * Plays a session on a screen that nobody operates (X5). The sound starts without a press, and the screen has no
 * button to stop it.
 */
export function useSpeaker({ provider, clock, nowPlaying, next, loadAccount }: SpeakerInput): {
  listening: Listening
  /** Starts sound that the browser has blocked. Call it directly in the handler of a press. */
  unlock(): void
} {
  const [controller, setController] = useState<PlaybackController | null>(null)
  useEffect(() => {
    if (provider === null) return
    const load = async () => {
      const account = await loadAccount()
      return account && [account]
    }
    const created = createController(provider, clock, nothing, { load, renew: load })
    const timer = createTimer(browserScheduler)
    let isEnded = false
    const start = async () => {
      const accounts = await load()
      if (isEnded) return
      if (accounts === null) return timer.start(RETRY_LOAD_MS, () => void start())
      created.setAccounts(accounts)
      created.toggle()
    }
    void start()
    setController(created)
    return () => {
      isEnded = true
      timer.cancel()
      setController(null)
      created.stop()
      created.dispose()
    }
  }, [provider, clock, loadAccount])

  const view = useFollowedPlan(controller, nowPlaying, next, null)
  return { listening: view.listening, unlock: useCallback(() => controller?.retry(), [controller]) }
}
