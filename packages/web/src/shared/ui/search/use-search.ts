import type { Answer } from '@jointly/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FailedAnswer, isTemporary } from '../../api/error-text.ts'
import { useReconnected } from '../../browser/connection/online.ts'
import { type Atom, createAtom, useAtom } from '../states/use-atom.ts'
import { after } from '../../browser/timers.ts'

/** A search starts this many milliseconds after the last typed character (spec section 5). */
export const SEARCH_DEBOUNCE_MS = 800

/** The state of a search. Nothing is fetched while the query is empty. */
export type Search<T> =
  | { state: 'empty' }
  | { state: 'searching' }
  | { state: 'found'; query: string; version: string; found: T }
  | { state: 'failed'; refused: FailedAnswer }

/** The typed text, and the state of the search for it. */
export type TypedSearch<T> = { text: string; search: Search<T> }

export const NOTHING_TYPED = { text: '', search: { state: 'empty' } } as const

/**
 * Searches while a person types. A newer query ends the search for the older one.
 * @param find must be the same function in each render; gets the trimmed query, which is never empty
 * @param atom keeps the text and its results after the component is removed, so that the search continues when it is
 * shown again
 * @param version if it changes, the results are loaded again. The old ones stay on the screen meanwhile, and also if
 * that fails for a short time (E3).
 */
export function useSearch<T>(
  find: (query: string, signal: AbortSignal) => Promise<Answer<T>>,
  atom?: Atom<TypedSearch<T>>,
  version = '',
) {
  const [own] = useState(() => createAtom<TypedSearch<T>>(NOTHING_TYPED))
  const box = atom ?? own
  const [{ text, search }, setTyped] = useAtom(box)
  const [round, setRound] = useState(0)
  const isRunning = useRef(false)
  const query = text.trim()
  const setText = useCallback((typed: string) => setTyped({ ...box.get(), text: typed }), [box, setTyped])
  const setSearch = useCallback(
    (next: Search<T>) => setTyped({ ...box.get(), search: next }),
    [box, setTyped],
  )

  useEffect(() => {
    const before = box.get().search
    if (query === '') {
      if (before.state !== 'empty') setSearch({ state: 'empty' })
      return
    }
    const isFound = before.state === 'found' && before.query === query
    if (isFound && before.version === version) return
    if (!isFound) setSearch({ state: 'searching' })
    const controller = new AbortController()
    const { signal } = controller
    isRunning.current = true
    const search = async () => {
      const answer = await find(query, signal)
      if (signal.aborted) return
      isRunning.current = false
      if (answer.ok) setSearch({ state: 'found', query, version, found: answer.value })
      else if (!isFound || !isTemporary(answer)) setSearch({ state: 'failed', refused: answer })
    }
    const cancel = after(SEARCH_DEBOUNCE_MS, () => void search())
    return () => {
      cancel()
      controller.abort()
      isRunning.current = false
    }
  }, [query, find, version, round, box, setSearch])

  const retry = useCallback(() => {
    // A running search goes on. It may be its own answer that shows that the server can be reached again.
    if (isRunning.current) return
    if (box.get().search.state === 'failed') setSearch({ state: 'searching' })
    setRound((before) => before + 1)
  }, [box, setSearch])
  // If a search failed, it starts again when the server can be reached. If there is nothing to load, the effect above
  // sends no call.
  useReconnected(retry)
  return { text, setText, search, retry }
}
