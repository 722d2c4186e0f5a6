import { useCallback, useEffect, useRef, useState } from 'react'
import { useAtom } from '../../../shared/ui/states/use-atom.ts'
import { createOpenPage, type SearchMemory, type SongPage } from './search-memory.ts'

/**
 * Manages the open pages of artists and albums (Q6, Q7). When all pages are closed, the button that opened the first
 * page gets the focus.
 * @returns `hasMoved` is true if a page was opened or closed since the search tab was opened
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
