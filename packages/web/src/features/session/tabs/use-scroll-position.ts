import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Atom } from '../../../shared/ui/states/use-atom.ts'

/**
 * Stores and restores the scroll position of a tab. Each view in the tab has its own position (Q1, Q6).
 * @param scrollTop stores the position of the visible view, in pixels
 * @returns the ref for an element in the tab
 */
export function useScrollPosition(scrollTop: Atom<number>): RefObject<HTMLDivElement | null> {
  const inside = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = inside.current?.closest('[role="tabpanel"]')
    if (!tab) return
    tab.scrollTop = scrollTop.get()
    const save = () => scrollTop.set(tab.scrollTop)
    tab.addEventListener('scroll', save, { passive: true })
    return () => tab.removeEventListener('scroll', save)
  }, [scrollTop])
  return inside
}
