import { approvesSongs } from '@jointly/domain'
import { useCallback } from 'react'
import { call } from '../../../../shared/api/call.ts'
import { useLoad } from '../../../../shared/ui/states/use-load.ts'
import type { SessionView } from '../../model/session-view.ts'
import { useOnChange } from '../../use-on-change.ts'

/**
 * Returns whether there are waiting songs to show. A person who approves songs sees all waiting songs, and everyone
 * else sees only their own (H9).
 */
export function seesWaitingSongs({ shared, you }: SessionView): boolean {
  if (!shared.waiting) return false
  return approvesSongs(you.role) ? shared.waiting.count > 0 : (you.waiting ?? []).length > 0
}

/** Fetches the waiting songs. They are fetched again when their list or the person's role changes. */
export function useWaitingSongs({ shared, you }: SessionView) {
  const { uuid } = shared.session
  const load = useCallback(
    (signal: AbortSignal) => call('waiting', { params: { ssid: uuid }, signal }),
    [uuid],
  )
  const { loading, reload } = useLoad(load)
  useOnChange(`${shared.waiting?.version} ${you.role}`, reload)
  return { loading, reload }
}
