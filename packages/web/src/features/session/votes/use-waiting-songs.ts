import { approvesSongs } from '@jointly/domain'
import { useCallback } from 'react'
import { call } from '../../../shared/api/call.ts'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import type { SessionView } from '../model/session-view.ts'
import { useOnChange } from '../use-on-change.ts'

/** Returns whether there are waiting songs for this person: all if the person approves songs, else the own ones (H9). */
export function seesWaitingSongs({ shared, you }: SessionView): boolean {
  if (!shared.waiting) return false
  return approvesSongs(you.role) ? shared.waiting.count > 0 : (you.waiting ?? []).length > 0
}

/** Fetches the waiting songs, again after each change of their list and of the role. */
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
