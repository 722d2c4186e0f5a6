import { useEffect, useRef } from 'react'
import { afterPaint } from '../../browser/layout/after-paint.ts'
import { usePageTitle } from '../../browser/title.ts'

/**
 * The heading of a screen, which is also the title of the tab. It gets the focus when the screen opens, so that
 * screen readers announce the screen, and Tab continues from there. If another element gets the focus before the first
 * frame is drawn, that element keeps the focus.
 */
export function PageHeading({ title, className }: { title: string; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => {
    const before = document.activeElement
    return afterPaint(() => {
      if (document.activeElement === before) heading.current?.focus({ preventScroll: true })
    })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className} title={title} dir="auto">
      {title}
    </h1>
  )
}
