import css from './Spinner.module.css'

/**
 * Two lights that circle each other. They are decorative, so add text that says what is loading. `size` is in
 * pixels.
 */
export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <svg className={css.spinner} width={size} height={size} viewBox="0 0 24 24" aria-hidden focusable={false}>
      <circle className={css.warm} cx="12" cy="4.5" r="3.5" />
      <circle className={css.cool} cx="12" cy="19.5" r="3.5" />
    </svg>
  )
}
