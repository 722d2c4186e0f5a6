import type { NowPlaying } from '@jointly/contract'
import { use, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { SlowDevice } from './use-quiet-screen.ts'
import css from './StageProgress.module.css'

/** The time between two steps of the bar on a slow device, in milliseconds. */
const STEP_MS = 2_000

type StageProgressProps = { nowPlaying: NowPlaying; serverNow: () => number | null }

/**
 * The bar that shows the position in the song. One animation of the browser moves it from the current position to
 * the end of the song.
 */
export function StageProgress({ nowPlaying: { song, startTime, pausedAt }, serverNow }: StageProgressProps) {
  const { t } = useTranslation()
  const isSlow = use(SlowDevice)
  const bar = useRef<HTMLElement>(null)
  const durationMs = song?.duration ?? 0
  useLayoutEffect(() => {
    const now = serverNow()
    if (!bar.current || startTime === null || durationMs <= 0 || now === null) return
    const positionMs = Math.min(durationMs, Math.max(0, pausedAt ?? now - startTime))
    const animation = bar.current.animate(
      [{ transform: `scaleX(${positionMs / durationMs})` }, { transform: 'none' }],
      {
        duration: durationMs - positionMs,
        fill: 'both',
        ...(isSlow && { easing: `steps(${Math.max(1, Math.round((durationMs - positionMs) / STEP_MS))})` }),
      },
    )
    // A paused song keeps its position (H8), so the bar does not move.
    if (pausedAt !== undefined) animation.pause()
    // A cancelled animation rejects this promise. This is no error.
    animation.finished.catch(() => undefined)
    return () => animation.cancel()
  }, [startTime, durationMs, pausedAt, serverNow, isSlow])
  return (
    <div className={css.track} role="img" aria-label={t('stage.progress')}>
      <i ref={bar} className={css.bar} />
    </div>
  )
}
