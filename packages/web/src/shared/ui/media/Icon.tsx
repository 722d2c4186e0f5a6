import { Suspense } from 'react'
import { type FailedPartProps, lazyPart } from '../parts/lazy-part.ts'
import css from './Icon.module.css'
import type { IconName } from './IconDrawing.tsx'

export type { IconName }

// The drawings of the icons are loaded after the first text is on the screen.
const IconDrawing = lazyPart(() => import('./IconDrawing.tsx'), 'IconDrawing', MissingIcon)

type IconProps = { name: IconName; size?: number; filled?: boolean }

/**
 * An icon by name. Screen readers skip it, because the text beside the icon or the label says the same; `size`
 * is in pixels.
 */
export function Icon({ name, size = 20, filled = false }: IconProps) {
  return (
    <Suspense fallback={<IconPlace size={size} />}>
      <IconDrawing name={name} size={size} filled={filled} />
    </Suspense>
  )
}

/** The empty place of an icon whose drawing is not loaded. */
const IconPlace = ({ size }: { size: number }) => (
  <span className={css.place} style={{ width: size, height: size }} />
)

function MissingIcon({ props }: FailedPartProps<Required<IconProps>>) {
  return <IconPlace size={props.size} />
}
