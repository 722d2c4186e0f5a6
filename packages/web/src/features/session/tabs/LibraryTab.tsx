import type { Playlist } from '@jointly/contract'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { importFailureText } from '../../../shared/api/import-text.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { loadPlaylists } from '../../../shared/store/load-lists.ts'
import { playingAccount } from '../../../shared/store/playing-account.ts'
import { useStore } from '../../../shared/store/store.ts'
import { CreateAccountLink } from '../../../shared/ui/buttons/CreateAccountLink.tsx'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { ButtonLink } from '../../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { StaleNote } from '../../../shared/ui/states/StaleNote.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import { useOnChange } from '../use-on-change.ts'
import { refusalKeyOf } from '../rule-text.ts'
import { AddingNote } from './AddingNote.tsx'
import css from './LibraryTab.module.css'
import { type SongListProps, SongRow } from './SongRow.tsx'

/** The list “Your Playlists”. A press on a playlist fetches its songs and shows them. */
export function LibraryTab({ ssid, ...listing }: SongListProps & { ssid: string }) {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(loadPlaylists)
  const playlists = useStore((state) => state.playlists)
  if (playlists.length === 0) {
    if (loading.state === 'failed') return <ErrorState refused={loading.refused} onRetry={reload} />
    return loading.state === 'loading' ? <SkeletonRows /> : <NoPlaylists />
  }
  return (
    <section>
      <h3 className={css.heading}>{t('session.library.title')}</h3>
      <AddingNote view={listing.view} />
      <ul>
        {playlists.map((playlist) => (
          <li key={playlist.id}>
            <PlaylistItem playlist={playlist} ssid={ssid} {...listing} />
          </li>
        ))}
      </ul>
      {/* It is below the playlists, so that they do not move. */}
      <StaleNote loading={loading} onRetry={reload} />
    </section>
  )
}

function NoPlaylists() {
  const { t } = useTranslation()
  const isGuest = useStore((state) => state.user?.guest === true)
  const account = useStore((state) => playingAccount(state.accounts))
  return (
    <EmptyState
      icon="playlist"
      title={t('session.library.empty')}
      text={t(`session.library.${isGuest ? 'guestText' : account ? 'emptyText' : 'connectText'}`)}
    >
      {isGuest ? (
        <CreateAccountLink namesVotes={false} />
      ) : (
        <ButtonLink tone="primary" to={account ? screenPath.account(account.id) : screenPath.accounts()}>
          {t(account ? 'session.library.emptyAction' : 'session.library.connect')}
        </ButtonLink>
      )}
    </EmptyState>
  )
}

function PlaylistItem({ playlist, ssid, ...listing }: SongListProps & { playlist: Playlist; ssid: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={css.playlist} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Row
          start={<Cover src={playlist.cover} seed={playlist.id} size={54} />}
          title={playlist.title}
          detail={<PlaylistState playlist={playlist} />}
          end={
            <span className={css.turn} data-open={open || undefined}>
              <Icon name="expand_more" />
            </span>
          }
        />
      </button>
      {open && <PlaylistSongs playlist={playlist} ssid={ssid} {...listing} />}
    </>
  )
}

function PlaylistState({ playlist }: { playlist: Playlist }) {
  const { t } = useTranslation()
  const { state, imported, total } = playlist
  if (state === 'refused') return t('session.library.refused')
  if (state === 'importing') return t('session.library.importing', { imported, total })
  const failure = importFailureText(t, playlist)
  if (failure !== null) return failure
  if (state === 'waiting') return t('session.library.waiting')
  return t('session.library.songs', { count: total })
}

function PlaylistSongs({ playlist, ssid, ...listing }: SongListProps & { playlist: Playlist; ssid: string }) {
  const { t } = useTranslation()
  const { id, imported } = playlist
  const load = useCallback(
    (signal: AbortSignal) => call('playlist', { query: { playlistID: id, ssid }, signal }),
    [id, ssid],
  )
  const { loading, reload } = useLoad(load)
  // The songs and their refusals are loaded again when more songs were imported, and when the session may refuse
  // different songs (F3, H5). The old ones stay on the screen meanwhile.
  useOnChange(`${imported} ${refusalKeyOf(listing.view)}`, reload)
  if (loading.state === 'failed') return <ErrorState refused={loading.refused} onRetry={reload} />
  if (loading.state === 'loading') return <SkeletonRows count={3} />
  const { songs } = loading.value
  return (
    <>
      {songs.length === 0 && <p className={css.none}>{t('session.library.noSongs')}</p>}
      {songs.length > 0 && (
        <ul className={css.songs}>
          {songs.map((song, index) => (
            <li key={`${song.id} ${index}`}>
              <SongRow song={song} {...listing} />
            </li>
          ))}
        </ul>
      )}
      <StaleNote loading={loading} onRetry={reload} />
    </>
  )
}
