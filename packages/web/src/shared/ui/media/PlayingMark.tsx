import css from './PlayingMark.module.css'

/** Three bars that dance while a song plays; still when `paused`. Decorative: say "playing" in words beside it. */
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
