import { useCallback } from 'react'
import { call } from '../../shared/api/call.ts'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import type { Inside } from './model/merge.ts'
import { useOnChange } from './use-on-change.ts'

/** What random mode picks from and how it was shared (D10), asked anew with each song chosen and whoever comes or goes. */
export function useMatcher({ session, nowPlaying, next, active }: Inside['shared']) {
  const { uuid } = session
  const load = useCallback(
    (signal: AbortSignal) => call('matcher', { params: { ssid: uuid }, signal }),
    [uuid],
  )
  const { loading, reload } = useLoad(load)
  const seen = [nowPlaying.song?.id, nowPlaying.startTime, next?.song.id, ...active.map(({ id }) => id)]
  useOnChange(seen.join(), reload)
  return { loading, reload }
}
