import type { ChatLine } from '@jointly/contract'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** If the list is at most this number of pixels from its end, it scrolls to its end when chat lines are added. */
const NEAR_PX = 48

type ChatScroll = {
  ref: RefObject<HTMLDivElement | null>
  onScroll(): void
  isAtEnd: boolean
  /** Whether new chat lines arrived while the person was reading older lines. */
  hasNew: boolean
  toEnd(): void
}

/**
 * Scrolls the list to its end when new chat lines arrive. While the person reads older lines, the list does not
 * scroll (C11).
 * @param unsentCount the number of unsent lines below the last line
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
    // A person who writes a chat line wants to see it.
    if (unsentCount > seenUnsent) setAtEnd(true)
  }
  const [seenLast, setSeenLast] = useState(lines.at(-1)?.id)
  /** The id of the first chat line and the height of the list at the last render. */
  const before = useRef({ first: lines[0]?.id, height: 0 })
  /** The height of the visible part of the list when it last scrolled to its end. */
  const visiblePx = useRef(0)
  const first = lines[0]?.id
  const last = lines.at(-1)?.id

  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    if (isAtEnd) list.scrollTop = list.scrollHeight
    // Older chat lines were added above the visible lines. The list scrolls by their height, so that the visible
    // lines do not move.
    else if (first !== undefined && before.current.first !== undefined && first < before.current.first)
      list.scrollTop += list.scrollHeight - before.current.height
    before.current = { first, height: list.scrollHeight }
  }, [lines, unsentCount, first, isAtEnd])

  useLayoutEffect(() => {
    const list = ref.current
    if (!list || !isAtEnd) return
    // The height of the list shrinks if the keyboard of a phone opens, the drawer is lowered, or the text in the
    // input gets longer. Then the list scrolls to its end again.
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
    // While the height of the list changes, the list is briefly not at its end. The person has not scrolled, so the
    // event is ignored.
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
