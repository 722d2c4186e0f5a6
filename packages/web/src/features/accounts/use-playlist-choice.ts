import { LOADED_PLAYLISTS_MAX, type Playlist } from '@jointly/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { loadAccounts, loadPlaylists } from '../../shared/store/load-lists.ts'
import { useAction } from '../../shared/ui/buttons/use-action.ts'
import { useReportedAction } from '../../shared/ui/buttons/use-reported-action.ts'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { after } from '../../shared/browser/timers.ts'

/** The pause between saving and fetching the list again (spec section 9), in milliseconds. */
const REFRESH_AFTER_SAVE_MS = 600
/** The pause between two checks of a running import, in milliseconds. */
const PROGRESS_EVERY_MS = 1200

const refetchPlaylists = (signal: AbortSignal) => call('providerPlaylists', { signal })

/**
 * Returns whether a playlist is being imported or will be soon. A failed import does not count, because its next
 * attempt is much later.
 */
const isImporting = ({ state, reason }: Playlist) =>
  state === 'importing' || (state === 'waiting' && reason === null)

/** Returns whether a playlist is chosen. One that the service does not share cannot be chosen, but may stay so (L7). */
const isChosen = ({ state, load }: Playlist, wanted: boolean) => wanted && (load || state !== 'refused')

export type PlaylistDraft = ReturnType<typeof usePlaylistDraft>

export type PlaylistChoiceState = ReturnType<typeof usePlaylistChoice>

/**
 * Returns a state with the switches that the person changed but has not saved, by playlist id. The state exists as
 * long as the component that calls this hook.
 */
export const usePlaylistDraft = () => useState<ReadonlyMap<string, boolean>>(new Map())

/**
 * Returns the provider's playlists, whether each one is loaded, and a function that saves the draft (L4).
 *
 * @param startsWithAll if true and no playlist is loaded, all playlists are selected at first, up to the largest
 * number (L16)
 * @returns `playlists` has the draft applied; `changed` is true if the draft differs from the stored choice
 */
export function usePlaylistChoice([draft, setDraft]: PlaylistDraft, startsWithAll = false) {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(refetchPlaylists)
  const save = useAction()
  const fetching = useReportedAction()
  const stored = loading.state === 'ready' ? loading.value : []

  const importing = stored.some(isImporting)
  useEffect(() => {
    if (!importing) return
    const timer = setInterval(reload, PROGRESS_EVERY_MS)
    return () => clearInterval(timer)
  }, [importing, reload])

  const readable = stored.filter(({ state }) => state !== 'refused')
  const selectsAll = startsWithAll && stored.every(({ load }) => !load)
  const selected = new Set(selectsAll ? readable.slice(0, LOADED_PLAYLISTS_MAX).map(({ id }) => id) : [])
  const playlists = stored.map((playlist) => ({
    ...playlist,
    load: isChosen(playlist, draft.get(playlist.id) ?? (playlist.load || selected.has(playlist.id))),
  }))
  const changes = playlists.filter(({ load }, index) => stored[index]?.load !== load)

  const toggle = (id: string, load: boolean) => setDraft((before) => new Map(before).set(id, load))

  /** Saves what the person changed. @param onSaved is called after a success */
  const store = async (onSaved: () => void) => {
    const body = changes.map(({ id, load }) => ({ id, load }))
    const answer = await save.run(() => call('choosePlaylists', { body }))
    if (answer?.ok) {
      after(REFRESH_AFTER_SAVE_MS, () => {
        reload()
        void loadPlaylists()
        void loadAccounts()
      })
      onSaved()
    } else if (answer) {
      // A playlist disappeared after the list was fetched, or the service does not share it any more.
      const isOutdated = answer.error.code === 'invalid'
      if (isOutdated) reload()
      showToast({ text: isOutdated ? t('account.outdated') : errorText(t, answer), tone: 'bad' })
    }
  }

  const refetch = () => void fetching.run(() => call('fetchPlaylists'), reload)

  return {
    loading,
    reload,
    playlists,
    /** Whether the list is loaded, and there is no playlist that can be chosen. */
    isEmpty: loading.state === 'ready' && readable.length === 0,
    changed: changes.length > 0,
    toggle,
    store,
    saveState: save.state,
    refetch,
    fetchState: fetching.state,
  }
}
