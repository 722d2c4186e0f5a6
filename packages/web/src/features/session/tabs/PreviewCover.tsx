import type { Song } from '@jointly/contract'
import { createContext, useContext, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SongPreview } from '../../../shared/browser/sound/preview-controls.ts'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import css from './PreviewCover.module.css'

/** The preview for the songs in the search. Null if previews are not available. */
export const PreviewContext = createContext<SongPreview | null>(null)

const SIZE = 48

/**
 * The cover of a song. If a preview of the song is available, the cover has a button that plays the preview for this
 * person.
 */
export function PreviewCover({ song }: { song: Song }) {
  const preview = useContext(PreviewContext)
  const cover = <Cover src={song.cover} seed={song.id} size={SIZE} />
  if (preview === null || song.sources[0]?.service !== 'spotify') return cover
  return (
    <span className={css.place}>
      {cover}
      <PreviewButton song={song} preview={preview} />
    </span>
  )
}

function PreviewButton({ song, preview }: { song: Song; preview: SongPreview }) {
  const { t } = useTranslation()
  const { state, toggle, stop } = preview
  const isOn = state?.songId === song.id
  const isLoading = isOn && !state.isAudible
  const stopIfOn = useRef(() => {})
  stopIfOn.current = () => isOn && stop()
  useEffect(() => () => stopIfOn.current(), [])
  const label = t(isOn ? 'session.song.previewStop' : 'session.song.preview', { title: song.title })
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-busy={isLoading || undefined}
      onClick={() => toggle(song)}
    >
      <span className={css.disc}>
        {isLoading ? (
          <span className={css.loading} />
        ) : (
          <Icon name={isOn ? 'stop' : 'play'} size={isOn ? 14 : 16} filled />
        )}
      </span>
    </button>
  )
}
