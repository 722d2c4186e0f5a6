import css from './Avatar.module.css'
import { fallbackArt } from './fallback-art.ts'

/** A person's initial on a colour of their own. Decorative, because the name is beside it. `size` in pixels. */
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
