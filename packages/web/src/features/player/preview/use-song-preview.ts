import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { SongPreview } from '../../../shared/browser/sound/preview-controls.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import type { PlayerView } from '../screen/player-view.ts'
import { songPreview } from './song-preview.ts'

/**
 * Returns the functions for previews. Null if this page is not a device of the provider, or if its player cannot play
 * previews.
 */
export function useSongPreview({ browserDeviceId }: Pick<PlayerView, 'browserDeviceId'>): SongPreview | null {
  const { t } = useTranslation()
  const state = useSyncExternalStore(songPreview.subscribe, songPreview.state)
  const hasSource = useSyncExternalStore(songPreview.subscribe, songPreview.hasSource)
  useEffect(() => songPreview.stop, [])
  return useMemo(() => {
    if (!hasSource || browserDeviceId === null) return null
    const onFailed = (): void => void showToast({ text: t('player.previewFailed'), tone: 'bad' })
    return { state, toggle: (song) => songPreview.toggle(song, onFailed), stop: songPreview.stop }
  }, [hasSource, browserDeviceId, state, t])
}
