import css from './Logo.module.css'

/** The mark: a cool and a warm beam that meet in one pool of light. Edge in pixels. */
export function LogoMark({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden focusable={false}>
      <path className={css.cool} d="M4 4h13l25 47a12 6 0 0 1-22 3Z" />
      <path className={css.warm} d="M60 4H47L22 51a12 6 0 0 0 22 3Z" />
      <ellipse className={css.meet} cx="32" cy="53" rx="13" ry="6.5" />
    </svg>
  )
}

/** Mark and name. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <span className={css.logo} style={{ fontSize: size * 0.72 }}>
      <LogoMark size={size} />
      <span className={css.name}>Jointly</span>
    </span>
  )
}
