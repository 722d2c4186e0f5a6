import css from './PlayingMark.module.css'

/**
 * Three bars that move while a song plays and stop with `paused`. Add "playing" as text, because screen readers
 * skip the bars.
 */
export function PlayingMark({ paused = false, size = 14 }: { paused?: boolean; size?: number }) {
  return (
    <span
      className={css.mark}
      data-paused={paused || undefined}
      style={{ width: size, height: size }}
      aria-hidden
    >
      <i />
      <i />
      <i />
    </span>
  )
}
