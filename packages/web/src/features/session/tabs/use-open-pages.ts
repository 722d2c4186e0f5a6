import { useCallback, useEffect, useRef, useState } from 'react'
import { useAtom } from '../../../shared/ui/states/use-atom.ts'
import { createOpenPage, type SearchMemory, type SongPage } from './search-memory.ts'

/**
 * Handles the open pages of artists and albums (Q6, Q7). When the last page closes, the button that opened the first
 * one gets the focus.
 *
 * @returns among other things `hasMoved`: whether a page was opened or closed since the search tab was opened
 */
export function useOpenPages({ pages: atom }: SearchMemory) {
  const [pages, setPages] = useAtom(atom)
  const [hasMoved, setMoved] = useState(false)
  const opener = useRef<Element | null>(null)
  const open = useCallback(
    (page: SongPage) => {
      if (atom.get().length === 0) opener.current = document.activeElement
      setMoved(true)
      setPages([...atom.get(), createOpenPage(page)])
    },
    [atom, setPages],
  )
  const back = useCallback(() => {
    setMoved(true)
    setPages(atom.get().slice(0, -1))
  }, [atom, setPages])

  const isOpen = pages.length > 0
  useEffect(() => {
    if (isOpen || !(opener.current instanceof HTMLElement)) return
    opener.current.focus({ preventScroll: true })
    opener.current = null
  }, [isOpen])
  return { pages, hasMoved, open, back }
}
