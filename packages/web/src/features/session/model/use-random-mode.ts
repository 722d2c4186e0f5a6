import { useCallback } from 'react'
import { call } from '../../../shared/api/call.ts'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import type { SessionView } from './session-view.ts'
import { useOnChange } from '../use-on-change.ts'

/**
 * Fetches the people in random mode, and the number of songs of each person (D10, the route `matcher`). It fetches
 * them again after each new song, and when people enter, leave or change their names (G9).
 */
export function useRandomMode({ session, nowPlaying, next, active }: SessionView['shared']) {
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
