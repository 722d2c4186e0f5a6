import type { NowPlaying } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { durationText, type ServerNow, useServerNow } from '../time.ts'
import { songProgress } from './progress.ts'
import css from './SongPosition.module.css'

/** The elapsed and the remaining time of the song. It is also shown to people who do not listen. */
export function SongPosition({ nowPlaying, serverNow }: { nowPlaying: NowPlaying; serverNow: ServerNow }) {
  const { t } = useTranslation()
  const now = useServerNow(serverNow, 500)
  const { song, startTime, pausedAt } = nowPlaying
  const durationMs = song?.duration ?? 0
  const sinceStartMs = startTime === null || now === null ? null : now - startTime
  const current = pausedAt ?? sinceStartMs
  const positionMs = current === null ? 0 : Math.min(durationMs, Math.max(0, current))
  return (
    <div className={css.position}>
      <div
        className={css.track}
        role="progressbar"
        aria-label={t('session.head.progress')}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationMs / 1000)}
        aria-valuenow={Math.round(positionMs / 1000)}
        aria-valuetext={durationText(positionMs)}
      >
        <i
          key={`${song?.id} ${startTime}`}
          style={{ transform: `scaleX(${songProgress(positionMs, durationMs)})` }}
        />
      </div>
      <span className={css.time} title={t('session.head.elapsed')}>
        {durationText(positionMs)}
      </span>
      <span className={css.time} title={t('session.head.remaining')}>
        {song === null ? '' : `−${durationText(durationMs - positionMs)}`}
      </span>
    </div>
  )
}
