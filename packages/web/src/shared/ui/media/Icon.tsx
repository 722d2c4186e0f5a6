import { Suspense } from 'react'
import { lazyNamed } from '../lazy-named.ts'
import css from './Icon.module.css'
import type { IconName } from './IconDrawing.tsx'

export type { IconName }

// The drawings of the icons are loaded after the first text is on the screen.
const IconDrawing = lazyNamed(() => import('./IconDrawing.tsx'), 'IconDrawing')

type IconProps = { name: IconName; size?: number; filled?: boolean }

/**
 * An icon by name. Screen readers skip it, because the text beside the icon or the label says the same; `size`
 * is in pixels.
 */
export function Icon({ name, size = 20, filled = false }: IconProps) {
  return (
    <Suspense fallback={<span className={css.place} style={{ width: size, height: size }} />}>
      <IconDrawing name={name} size={size} filled={filled} />
    </Suspense>
  )
}
