import { type Answer, artistQuery, type FoundSong } from '@jointly/contract'
import { useCallback, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { useDialogLayer } from '../../../shared/browser/back/use-layer.ts'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import { refusalKeyOf } from '../rule-text.ts'
import { useEscape } from '../use-escape.ts'
import type { OpenPage, SongPage } from './search-memory.ts'
import css from './SearchTab.module.css'
import { type SongListProps, SongRow } from './SongRow.tsx'

type ArtistOrAlbumProps = SongListProps & {
  ssid: string
  open: OpenPage
  /** Whether the page has just been opened. False if it was already open when the person came back to the tab. */
  isJustOpened: boolean
  onBack: () => void
  onOpen: (page: SongPage) => void
}

/** The page of an artist or album with its songs (Q6, Q7). Escape and Back close it (M3). */
export function ArtistOrAlbum({ ssid, open, isJustOpened, onBack, ...rows }: ArtistOrAlbumProps) {
  const { t } = useTranslation()
  const { page, songs } = open
  const load = useCallback((signal: AbortSignal) => loadSongs(page, ssid, signal), [page, ssid])
  const { loading, reload } = useLoad(load, { atom: songs, version: refusalKeyOf(rows.view) })
  const view = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const { name } = page.kind === 'artist' ? page.artist : page.album
  useEscape(view, onBack)
  useDialogLayer(isJustOpened, onBack)
  useEffect(() => {
    if (isJustOpened) heading.current?.focus({ preventScroll: true })
  }, [isJustOpened])
  return (
    <section ref={view} aria-labelledby={headingId} tabIndex={-1}>
      <header className={css.page}>
        <IconButton icon="back" label={t('session.search.pages.back', { name })} onClick={onBack} />
        <div className={css.name}>
          <p className={css.kind}>{t(`session.search.pages.${page.kind}`)}</p>
          <h3 ref={heading} id={headingId} tabIndex={-1} dir="auto">
            {name}
          </h3>
        </div>
      </header>
      {loading.state === 'loading' && <SkeletonRows count={4} />}
      {loading.state === 'failed' && <ErrorState refused={loading.refused} onRetry={reload} />}
      {loading.state === 'ready' && <Songs songs={loading.value} page={page} {...rows} />}
    </section>
  )
}

type SongsProps = Pick<ArtistOrAlbumProps, 'view' | 'pending' | 'onOpen'> & {
  songs: readonly FoundSong[]
  page: SongPage
}

function Songs({ songs, ...rows }: SongsProps) {
  const { t } = useTranslation()
  if (songs.length === 0) return <EmptyState icon="music" title={t('session.search.pages.none')} />
  return (
    <ul>
      {songs.map((song) => (
        <li key={song.id}>
          <SongRow song={song} {...rows} />
        </li>
      ))}
    </ul>
  )
}

async function loadSongs(
  page: SongPage,
  ssid: string,
  signal: AbortSignal,
): Promise<Answer<readonly FoundSong[]>> {
  if (page.kind === 'album') {
    const answer = await call('album', { params: { id: page.album.id }, query: { ssid }, signal })
    return answer.ok ? { ok: true, value: answer.value.songs } : answer
  }
  const { id, name } = page.artist
  const answer = await call('songs', { query: { query: artistQuery(name), ssid }, signal })
  if (!answer.ok) return answer
  // The search also finds songs of other artists whose names contain this name. These songs are left out.
  const isOfArtist = ({ artists }: FoundSong) =>
    artists.some((artist) => (id === null ? artist.name === name : artist.id === id))
  return { ok: true, value: answer.value.data.filter(isOfArtist) }
}
