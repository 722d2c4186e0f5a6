import type { Answer, FoundSong } from '@jointly/contract'
import { useCallback } from 'react'
import { call } from '../../../shared/api/call.ts'
import { type TypedSearch, useSearch } from '../../../shared/ui/search/use-search.ts'
import type { Atom } from '../../../shared/ui/states/use-atom.ts'

/**
 * Searches songs while the person types.
 * @param ssid the session; each found song contains whether it is listed or refused in this session (D7)
 * @param memory stores the text and its results, so that they are shown again when the tab is opened again (Q1)
 * @param refusalKey the result of `refusalKeyOf`; if it changes, the results are loaded again
 */
export function useSongSearch(
  ssid: string,
  memory?: Atom<TypedSearch<readonly FoundSong[]>>,
  refusalKey?: string,
) {
  const find = useCallback(
    async (query: string, signal: AbortSignal): Promise<Answer<readonly FoundSong[]>> => {
      const answer = await call('songs', { query: { query, ssid }, signal })
      return answer.ok ? { ok: true, value: answer.value.data } : answer
    },
    [ssid],
  )
  return useSearch(find, memory, refusalKey)
}
