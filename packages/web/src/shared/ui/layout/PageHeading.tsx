import { useEffect, useRef } from 'react'
import { afterPaint } from '../../browser/layout/after-paint.ts'
import { usePageTitle } from '../../browser/title.ts'

const isField = (element: Element | null): boolean =>
  element?.matches('input, textarea, select, [contenteditable]') ?? false

/**
 * The heading of a screen, which is also the title of the tab. It gets the focus when the screen opens, so that
 * screen readers announce the screen, and Tab continues from there. If another element gets the focus before the first
 * frame is drawn, that element keeps the focus. A field always keeps it, because a person may type there.
 */
export function PageHeading({ title, className }: { title: string; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => {
    const before = document.activeElement
    return afterPaint(() => {
      const now = document.activeElement
      if (now === document.body || (now === before && !isField(now)))
        heading.current?.focus({ preventScroll: true })
    })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={className} title={title} dir="auto">
      {title}
    </h1>
  )
}
