import css from './Spinner.module.css'

/**
 * Two lights that move in a circle; `size` is in pixels. Add text that says what is loading, because screen
 * readers skip the lights.
 */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <svg className={css.spinner} width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable={false}>
      <circle className={css.warm} cx="12" cy="4.5" r="3.5" />
      <circle className={css.cool} cx="12" cy="19.5" r="3.5" />
    </svg>
  )
}
