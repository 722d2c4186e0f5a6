import type { FoundSong } from '@jointly/contract'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import type { Refused } from '../../../shared/api/error-text.ts'

/** A search starts when the typing has rested for this long (spec section 5). */
const DEBOUNCE_MS = 800

export type SongSearch =
  | { state: 'empty' }
  | { state: 'searching' }
  | { state: 'found'; query: string; songs: readonly FoundSong[] }
  | { state: 'failed'; refused: Refused }

/**
 * Searches songs as someone types; an older request never overtakes a newer one.
 *
 * @param ssid the session the songs are for: answers say which are listed or refused there (D7)
 */
export function useSongSearch(ssid: string) {
  const [text, setText] = useState('')
  const [round, setRound] = useState(0)
  const [search, setSearch] = useState<SongSearch>({ state: 'empty' })
  const query = text.trim()

  useEffect(() => {
    if (query === '') return setSearch({ state: 'empty' })
    setSearch({ state: 'searching' })
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(async () => {
      const answer = await call('songs', { query: { query, ssid }, signal })
      if (signal.aborted) return
      setSearch(
        answer.ok
          ? { state: 'found', query, songs: answer.value.data }
          : { state: 'failed', refused: answer },
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, ssid, round])

  const retry = useCallback(() => setRound((before) => before + 1), [])
  return { text, setText, search, retry }
}
