import type { History, NewPlaylist, SavedPlaylist } from '@jointly/contract'
import { useState } from 'react'
import { call } from '../api/call.ts'
import type { FailedAnswer } from '../api/error-text.ts'
import { useCloseSignal } from '../ui/states/use-close-signal.ts'

/** The state of a save that a person started. */
export type Saving = { state: 'ready' } | { state: 'saving' } | { state: 'failed'; refused: FailedAnswer }

/**
 * Saves the played songs as a playlist. `save` repeats the call until no song is left, or until the dialog closes. A
 * later `save` continues with the same playlist (T4).
 */
export function useSavePlaylist(visit: string, history: History, onSaved: (playlist: SavedPlaylist) => void) {
  const [playlist, setPlaylist] = useState<SavedPlaylist | null>(history.playlist)
  const [saving, setSaving] = useState<Saving>({ state: 'ready' })
  const closeSignal = useCloseSignal()

  async function save(body: NewPlaylist): Promise<void> {
    const signal = closeSignal()
    const params = { visit }
    setSaving({ state: 'saving' })
    for (let remaining = 1; remaining > 0; ) {
      const answer = await call('saveHistory', { params, body, signal })
      if (signal.aborted) return
      if (!answer.ok) {
        setSaving({ state: 'failed', refused: answer })
        // The failed call may have saved some songs, so the progress is fetched.
        const now = await call('history', { params, signal })
        if (now.ok && !signal.aborted) setPlaylist(now.value.playlist)
        return
      }
      setPlaylist(answer.value)
      onSaved(answer.value)
      ;({ remaining } = answer.value)
    }
    setSaving({ state: 'ready' })
  }

  return { playlist, saving, save }
}
