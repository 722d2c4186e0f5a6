import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

/**
 * The children are rendered when they are less than this far below the visible part of the page, so that they are
 * there when a person scrolls to them.
 */
const AHEAD = '300px'

/**
 * Renders its children when they come near the visible part of the page. The class must give the element around them
 * the height of the children, so that nothing moves when they appear.
 */
export function WhenNear({ className, children }: { className: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={place} className={className}>
      {isNear && <Suspense>{children}</Suspense>}
    </div>
  )
}
