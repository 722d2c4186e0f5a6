import { useEffect, useRef } from 'react'
import { usePageTitle } from '../../browser/title.ts'

/**
 * The heading of a screen. It names the tab, and takes the focus when the screen is new: a change of screen is told
 * to screen readers, and the next Tab begins here.
 */
export function PageHeading({ title, className }: { title: string; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className} title={title}>
      {title}
    </h1>
  )
}
