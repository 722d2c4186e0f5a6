import { mayBan } from '@jointly/domain'
import { useEffect, useState } from 'react'
import { useMutedPeopleLoad } from '../chat/mute/use-mute.ts'
import type { SessionView } from '../model/session-view.ts'
import { useRandomMode } from '../model/use-random-mode.ts'
import type { ProfileOptions } from './use-ban.ts'

/**
 * Fetches the data for the sheet about a person: the people in random mode with their numbers of songs (the route
 * `matcher`), and for moderators also the options and the chat.
 * @returns the people in random mode (null if they could not be fetched), and whether all requests have ended
 */
export function useProfileLoads(view: SessionView, options: ProfileOptions) {
  const { shared, you } = view
  const { loading } = useRandomMode(shared)
  const { edit, failed, open } = options
  const bans = mayBan(you.role, shared.session.managed)
  useEffect(() => {
    if (bans) open()
  }, [bans, open])
  const hasOptions = !bans || edit !== null || failed !== null
  const hasMutedPeople = useMutedPeopleLoad(view)
  const [wasReady, setReady] = useState(false)
  const isReady = wasReady || (loading.state !== 'loading' && hasOptions && hasMutedPeople)
  if (isReady && !wasReady) setReady(true)
  return { randomMode: loading.state === 'ready' ? loading.value : null, isReady }
}
