import type { Playlist } from '@jointly/contract'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../shared/api/call.ts'
import { loadAccounts, loadPlaylists } from '../../shared/store/load.ts'
import { useAction } from '../../shared/ui/buttons/use-action.ts'
import { useLoad } from '../../shared/ui/states/use-load.ts'

/** The pause between saving and fetching the list again (spec section 9), in milliseconds. */
const REFRESH_AFTER_SAVE_MS = 600
/** The pause between two checks of a running import, in milliseconds. */
const PROGRESS_EVERY_MS = 1200

const refetchPlaylists = (signal: AbortSignal) => call('providerPlaylists', { signal })

/**
 * Returns whether a playlist is being imported. A failed import does not count, because its next attempt is
 * much later.
 */
const isImporting = ({ state, reason }: Playlist) =>
  state === 'importing' || (state === 'waiting' && reason === null)

/**
 * Returns the provider's playlists with their load flags, a draft of these flags, and a function that saves the
 * draft (L4).
 * @returns `playlists` with the draft applied; `changed` when the draft differs from the stored flags
 */
export function usePlaylistChoice() {
  const { loading, reload } = useLoad(refetchPlaylists)
  const [draft, setDraft] = useState<ReadonlyMap<string, boolean>>(new Map())
  const save = useAction<Playlist[]>()
  const { run: runFetch, state: fetchState } = useAction<Playlist[]>()
  const stored = loading.state === 'ready' ? loading.value : []

  const importing = stored.some(isImporting)
  useEffect(() => {
    if (!importing) return
    const timer = setInterval(reload, PROGRESS_EVERY_MS)
    return () => clearInterval(timer)
  }, [importing, reload])

  const playlists = stored.map((playlist) => ({ ...playlist, load: draft.get(playlist.id) ?? playlist.load }))
  const changed = stored.some((playlist) => (draft.get(playlist.id) ?? playlist.load) !== playlist.load)

  const toggle = (id: string, load: boolean) => setDraft((before) => new Map(before).set(id, load))

  const store = async () => {
    const choice = playlists.map(({ id, load }) => ({ id, load }))
    const answer = await save.run(() => call('choosePlaylists', { body: choice }))
    if (answer?.ok) {
      setTimeout(() => {
        reload()
        void loadPlaylists()
        void loadAccounts()
      }, REFRESH_AFTER_SAVE_MS)
    }
    return answer
  }

  const refetch = useCallback(async () => {
    const answer = await runFetch(() => call('fetchPlaylists'))
    if (answer?.ok) reload()
    return answer
  }, [runFetch, reload])

  return {
    loading,
    reload,
    playlists,
    changed,
    toggle,
    store,
    saveState: save.state,
    refetch,
    fetchState,
  }
}
