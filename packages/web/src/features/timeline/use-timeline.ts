import { TIMELINE_PAGE_ENTRIES, type TimelineEntry } from '@jointly/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../shared/api/call.ts'
import type { FailedAnswer } from '../../shared/api/error-text.ts'
import { useReconnected } from '../../shared/browser/connection/online.ts'

type State = {
  entries: readonly TimelineEntry[]
  state: 'loading' | 'ready' | 'end' | 'failed'
  refused: FailedAnswer | null
}

/** Returns the loaded entries of the timeline, the newest first. `older` fetches the next page (D6). */
export function useTimeline() {
  const [timeline, setTimeline] = useState<State>({ entries: [], state: 'loading', refused: null })
  const busy = useRef(false)

  const fetchPage = useCallback(async (before: number | undefined) => {
    if (busy.current) return
    busy.current = true
    setTimeline((now) => ({ ...now, state: 'loading', refused: null }))
    const answer = await call('timeline', { query: before === undefined ? {} : { before: String(before) } })
    busy.current = false
    if (!answer.ok) return setTimeline((now) => ({ ...now, state: 'failed', refused: answer }))
    setTimeline(({ entries }) => ({
      entries: before === undefined ? answer.value : [...entries, ...answer.value],
      state: answer.value.length < TIMELINE_PAGE_ENTRIES ? 'end' : 'ready',
      refused: null,
    }))
  }, [])

  useEffect(() => void fetchPage(undefined), [fetchPage])
  const before = timeline.entries.at(-1)?.startTime
  const older = useCallback(() => void fetchPage(before), [fetchPage, before])
  const failed = timeline.state === 'failed'
  // When the server can be reached again, the failed page is loaded again (E3).
  useReconnected(
    useCallback(() => {
      if (failed) older()
    }, [failed, older]),
  )
  return { ...timeline, older }
}
