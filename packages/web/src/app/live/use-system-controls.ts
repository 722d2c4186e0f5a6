import type { SharedSession } from '@jointly/contract'
import { useCallback } from 'react'
import { isListeningOn } from '../../features/player/screen/player-view.ts'
import { useMediaSession } from '../../features/player/screen/use-media-session.ts'
import type { PlayerControls } from '../../features/player/use-player.ts'
import type { SessionActions } from '../../features/session/model/use-session.ts'
import { clock } from './live.ts'

/**
 * Connects the open session with the system's media controls (M6). @param shared null while the session is not loaded
 */
export function useSystemControls(
  shared: SharedSession | null,
  { view, toggle, retry }: PlayerControls,
  { setSkipWish }: SessionActions,
): void {
  const { song = null, startTime = null, pausedAt } = shared?.nowPlaying ?? {}
  const isOn = isListeningOn(view)
  const isStuck = view.listening === 'blocked' || view.listening === 'trouble'
  useMediaSession({
    song,
    sessionTitle: shared?.session.title ?? '',
    listening: view.listening,
    positionMs: useCallback(() => {
      const now = clock.now()
      return now === null || startTime === null ? null : (pausedAt ?? now - startTime)
    }, [startTime, pausedAt]),
    onPlay: useCallback(() => {
      if (!isOn) toggle()
      else if (isStuck) retry()
    }, [isOn, isStuck, toggle, retry]),
    onStop: useCallback(() => isOn && toggle(), [isOn, toggle]),
    onSkip: useCallback(() => void setSkipWish(true), [setSkipWish]),
  })
}
