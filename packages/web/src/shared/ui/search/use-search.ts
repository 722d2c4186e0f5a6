import type { Answer } from '@jointly/contract'
import { useCallback, useEffect, useState } from 'react'
import type { FailedAnswer } from '../../api/error-text.ts'

/** A search starts this many milliseconds after the last typed character (spec section 5). */
export const SEARCH_DEBOUNCE_MS = 800

/** The state of a search. Nothing is fetched while the query is empty. */
export type Search<T> =
  | { state: 'empty' }
  | { state: 'searching' }
  | { state: 'found'; query: string; found: T }
  | { state: 'failed'; refused: FailedAnswer }

/**
 * Searches while somebody types. A newer query aborts the search for the older one.
 * @param find stable between renders; gets the trimmed query, never an empty one
 */
export function useSearch<T>(find: (query: string, signal: AbortSignal) => Promise<Answer<T>>) {
  const [text, setText] = useState('')
  const [round, setRound] = useState(0)
  const [search, setSearch] = useState<Search<T>>({ state: 'empty' })
  const query = text.trim()

  useEffect(() => {
    if (query === '') return setSearch({ state: 'empty' })
    setSearch({ state: 'searching' })
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(async () => {
      const answer = await find(query, signal)
      if (signal.aborted) return
      setSearch(
        answer.ok ? { state: 'found', query, found: answer.value } : { state: 'failed', refused: answer },
      )
    }, SEARCH_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, find, round])

  const retry = useCallback(() => setRound((before) => before + 1), [])
  return { text, setText, search, retry }
}
