import type { ChatLine } from '@jointly/contract'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** If the list is scrolled to at most this many pixels from its end, it stays at the end when lines are added. */
const NEAR_PX = 48

type ChatScroll = {
  ref: RefObject<HTMLDivElement | null>
  onScroll(): void
  isAtEnd: boolean
  /** Whether new lines arrived while the person was reading older ones. */
  hasNew: boolean
  toEnd(): void
}

/**
 * Keeps the list at its end while new lines arrive. While the person reads older lines, keeps these lines where they
 * are (C11).
 * @param unsentCount how many lines of this person wait below the last line
 * @param onStart is called when the person reaches the oldest line
 */
export function useChatScroll(
  lines: readonly ChatLine[],
  unsentCount: number,
  onStart: () => void,
): ChatScroll {
  const ref = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [seenUnsent, setSeenUnsent] = useState(unsentCount)
  if (seenUnsent !== unsentCount) {
    setSeenUnsent(unsentCount)
    // Somebody who writes a line wants to see it.
    if (unsentCount > seenUnsent) setAtEnd(true)
  }
  const [seenLast, setSeenLast] = useState(lines.at(-1)?.id)
  /** The first line and the height of the list at the last render. */
  const before = useRef({ first: lines[0]?.id, height: 0 })
  /** The height of the visible part when the list last scrolled to its end. */
  const visiblePx = useRef(0)
  const first = lines[0]?.id
  const last = lines.at(-1)?.id

  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    if (isAtEnd) list.scrollTop = list.scrollHeight
    // Older lines were added above the visible ones. The list scrolls by their height, so that the visible lines stay
    // in place.
    else if (first !== undefined && before.current.first !== undefined && first < before.current.first)
      list.scrollTop += list.scrollHeight - before.current.height
    before.current = { first, height: list.scrollHeight }
  }, [lines, unsentCount, first, isAtEnd])

  useLayoutEffect(() => {
    const list = ref.current
    if (!list || !isAtEnd) return
    // The list becomes less high when the keyboard of a phone opens, the drawer is lowered or the text in the field
    // gets longer. Then it scrolls to its end again.
    const observer = new ResizeObserver(() => {
      visiblePx.current = list.clientHeight
      list.scrollTop = list.scrollHeight
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [isAtEnd])

  function onScroll(): void {
    const list = ref.current
    if (!list) return
    // While the list changes its height, it is not at its end for a moment, and nobody has scrolled.
    if (isAtEnd && list.clientHeight !== visiblePx.current) return
    const isNear = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX
    if (isNear !== isAtEnd) {
      setAtEnd(isNear)
      setSeenLast(last)
    }
    if (list.scrollTop < NEAR_PX && list.scrollHeight > list.clientHeight) onStart()
  }

  return {
    ref,
    onScroll,
    isAtEnd,
    hasNew: last !== seenLast,
    toEnd() {
      setAtEnd(true)
      setSeenLast(last)
      ref.current?.focus()
    },
  }
}
