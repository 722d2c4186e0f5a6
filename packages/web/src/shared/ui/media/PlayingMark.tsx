import css from './PlayingMark.module.css'

/**
 * Three bars that move while a song plays. With `paused` they do not move. Screen readers skip the bars, so add
 * "playing" as text.
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
