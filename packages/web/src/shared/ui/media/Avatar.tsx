import css from './Avatar.module.css'
import { fallbackArt } from './fallback-art.ts'

/**
 * A circle with a person's initial on a colour. It is decorative, because the name is beside it. `size` is in
 * pixels.
 */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <span
      aria-hidden
      className={css.avatar}
      style={{ width: size, height: size, fontSize: size * 0.44, background: fallbackArt(name).first }}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
