import { use } from 'react'
import css from './Avatar.module.css'
import { AvatarColours, avatarColour } from './avatar-colours.ts'

/**
 * A circle with a person's initial, in a colour for this person. It is decorative, because the name of the
 * person is beside it; `size` is in pixels.
 */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  const background = use(AvatarColours).get(name) ?? avatarColour(name)
  return (
    <span
      aria-hidden
      className={css.avatar}
      style={{ width: size, height: size, fontSize: size * 0.44, background }}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
