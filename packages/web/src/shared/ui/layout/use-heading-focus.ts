import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from '../../browser/layout/after-paint.ts'

const isField = (element: Element | null): boolean =>
  element?.matches('input, textarea, select, [contenteditable]') ?? false

/**
 * Gives the focus to the heading of a screen when the screen opens, so that screen readers announce the screen, and
 * Tab continues from there (D14). If another element gets the focus before the first frame is drawn, that element
 * keeps the focus. A field always keeps it, because a person may type there.
 * @param isOfScreen false if the heading is only a part of a screen; then it gets no focus
 * @returns the ref of the heading, which needs `tabIndex={-1}`
 */
export function useHeadingFocus(isOfScreen = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isOfScreen) return
    const before = document.activeElement
    return afterPaint(() => {
      const now = document.activeElement
      if (now === document.body || (now === before && !isField(now)))
        heading.current?.focus({ preventScroll: true })
    })
  }, [isOfScreen])
  return heading
}
