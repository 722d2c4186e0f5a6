import { useCallback } from 'react'
import { call } from '../../../shared/api/call.ts'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import type { SessionView } from './session-view.ts'
import { useOnChange } from '../use-on-change.ts'

/**
 * Fetches who takes part in random mode, and how many songs each of these people has (D10). Both are fetched again
 * after each new song, and when people come, leave or change their names (G9).
 */
export function useMatcher({ session, nowPlaying, next, active }: SessionView['shared']) {
  const { uuid } = session
  const load = useCallback(
    (signal: AbortSignal) => call('matcher', { params: { ssid: uuid }, signal }),
    [uuid],
  )
  const { loading, reload } = useLoad(load)
  const people = active.map(({ id, username, guest }) => [id, username, guest].join(' '))
  const reloadKey = [nowPlaying.song?.id, nowPlaying.startTime, next?.song.id, ...people]
  useOnChange(reloadKey.join(), reload)
  return { loading, reload }
}
