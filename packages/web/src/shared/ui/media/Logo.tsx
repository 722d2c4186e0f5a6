import css from './Logo.module.css'

/** The logo: two notes with one beam. `size` is the length of an edge, in pixels or with a unit. */
export function LogoMark({ size = 36 }: { size?: number | string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden focusable={false}>
      <g className={css.cool}>
        <path d="M20 14h8v33h-8z" />
        <ellipse cx="15.5" cy="49" rx="13" ry="9.6" transform="rotate(-22 15.5 49)" />
      </g>
      <g className={css.warm}>
        <path d="M51 8h8v33h-8z" />
        <ellipse cx="46.5" cy="43" rx="13" ry="9.6" transform="rotate(-22 46.5 43)" />
      </g>
      <path className={css.beam} d="M20 13.5a3 3 0 0 1 2.4-2.9L55.4 3.7A3 3 0 0 1 59 6.6V18L20 26.2Z" />
    </svg>
  )
}

/** The logo with the name. `size` is the height of the mark: pixels, or a length of CSS. */
export function Logo({ size = 36 }: { size?: number | string }) {
  return (
    <span
      className={css.logo}
      style={{ fontSize: typeof size === 'number' ? size * 0.72 : `calc(${size} * 0.72)` }}
    >
      <LogoMark size={typeof size === 'number' ? size : '1.39em'} />
      <span className={css.name}>Jointly</span>
    </span>
  )
}
