import type { NowPlaying, Song } from '@jointly/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../../shared/i18n/artist-names.ts'
import { after } from '../../../shared/browser/timers.ts'
import { findNewSong, type KnownSong } from './new-song.ts'

/** A text that remains would be read again when the language changes, and when a person reads through the page. */
const REMOVE_AFTER_MS = 5_000

/**
 * A hidden text that screen readers read when a song begins (M14).
 * @param nowPlaying null while the person is not in the session
 */
export function SongAnnouncement({ nowPlaying }: { nowPlaying: NowPlaying | null }) {
  const { t } = useTranslation()
  const known = useRef<KnownSong | null>(null)
  const [song, setSong] = useState<Song | null>(null)
  useEffect(() => {
    if (nowPlaying === null) {
      known.current = null
      setSong(null)
      return
    }
    const found = findNewSong(known.current, nowPlaying)
    known.current = found.known
    if (found.isNew) setSong(nowPlaying.song)
  }, [nowPlaying])
  useEffect(() => (song === null ? undefined : after(REMOVE_AFTER_MS, () => setSong(null))), [song])
  return (
    // With `aria-live`, an open dialog does not hide the text from screen readers.
    <p className="visually-hidden" role="status" aria-live="polite">
      {song && textOf(song)}
    </p>
  )

  function textOf(song: Song): string {
    const { title } = song
    if (song.artists.length === 0) return t('session.head.begins', { title })
    return t('session.head.beginsBy', { title, artists: artistNames(song) })
  }
}
