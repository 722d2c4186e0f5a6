import { lazy, Suspense } from 'react'
import css from './Icon.module.css'
import type { IconName } from './IconDrawing.tsx'

export type { IconName }

// The drawings of the icons are loaded after the first text is on the screen.
const IconDrawing = lazy(() =>
  import('./IconDrawing.tsx').then((module) => ({ default: module.IconDrawing })),
)

/**
 * An icon by name. Screen readers skip it, because the text beside the icon or the label says the same; `size`
 * is in pixels.
 */
export function Icon({
  name,
  size = 20,
  filled = false,
}: {
  name: IconName
  size?: number
  filled?: boolean
}) {
  return (
    <Suspense fallback={<span className={css.place} style={{ width: size, height: size }} />}>
      <IconDrawing name={name} size={size} filled={filled} />
    </Suspense>
  )
}
