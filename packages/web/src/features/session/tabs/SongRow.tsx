import type { FoundSong } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../../shared/i18n/artist-names.ts'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import type { SessionView } from '../model/session-view.ts'
import type { FailedVote, PendingVotes } from '../model/vote-sender.ts'
import { SongTitle } from '../SongTitle.tsx'
import { voteErrorText } from '../rule-text.ts'
import { durationText } from '../time.ts'
import { AddButton } from './AddButton.tsx'
import { PreviewCover } from './PreviewCover.tsx'
import type { SongPage } from './search-memory.ts'
import css from './SongRow.module.css'

export type SongListProps = { view: SessionView; pending: PendingVotes }

type SongRowProps = SongListProps & {
  song: FoundSong
  /** Opens the page of an artist or album. Without this function, the names are plain text. */
  onOpen?: ((page: SongPage) => void) | undefined
  /** The page that contains the row. On the page of an artist, the row does not repeat the artist's name. */
  page?: SongPage
}

/**
 * A song with a button that adds it with an up-vote (V2). There is no button if the session refuses the song, or if
 * this person may not add it (F3, H2, H3, H5).
 */
export function SongRow({ song, view, pending, onOpen, page }: SongRowProps) {
  const { t } = useTranslation()
  const vote = pending.get(song.id)
  const isRefused = song.refused === true || song.refusedBy !== undefined
  const failure = vote && 'failed' in vote ? failureText(t, vote) : null
  const isAnnounced = failure !== null && vote && 'failed' in vote && !vote.isFromList
  const isWaiting = view.you.waiting?.includes(song.id) === true
  const refusal = failure ?? (isRefused ? refusalText(t, song) : null)
  const note = refusal ?? (isWaiting ? t('session.waiting.own') : null)
  return (
    <Row
      dimmed={isRefused}
      start={<PreviewCover song={song} />}
      title={<SongTitle song={song} />}
      detail={
        <>
          {onOpen ? <ArtistsAndAlbum song={song} page={page} onOpen={onOpen} /> : artistNames(song)}
          {note !== null && (
            <span role={isAnnounced ? 'alert' : undefined} className={css.reason}>
              {note}
            </span>
          )}
        </>
      }
      end={
        <>
          <span className={css.duration}>{durationText(song.duration)}</span>
          <AddButton {...{ song, view, pending, isRefused }} />
        </>
      }
    />
  )
}

/**
 * Returns why the song was not added or the vote not taken back. A text about a vote that still counts disappears after
 * some time. A failed down-vote is shown only in the vote list, where the person pressed the button.
 */
function failureText(t: TFunction, { failed, wanted, isNoticeOver }: FailedVote): string | null {
  if (wanted === 'up') return voteErrorText(t, failed)
  if (wanted === 'down' || isNoticeOver) return null
  return t('session.votes.takeBackFailed', { reason: voteErrorText(t, failed) })
}

/** Returns the text that explains why the session refuses a song. */
function refusalText(t: TFunction, { refusedRule, refusedBy }: FoundSong): string {
  if (refusedRule) return t(`session.rule.${refusedRule}`)
  const name = refusedBy?.name ?? refusedBy?.title
  return name === undefined ? t('session.song.refusedBare') : t('session.song.refused', { name })
}

type ArtistsAndAlbumProps = {
  song: FoundSong
  page: SongPage | undefined
  onOpen: (page: SongPage) => void
}

/** The artists and the album of a song. A press on a name opens the page of the artist or album (Q6, Q7). */
function ArtistsAndAlbum({ song: { artists, album }, page, onOpen }: ArtistsAndAlbumProps) {
  const { t } = useTranslation()
  const shown = page?.kind === 'artist' ? page.artist.name : null
  const others = artists.filter(({ name }) => name !== shown)
  return (
    <span
      className={css.links}
      // The browser scrolls to a name that gets the focus. Afterwards the first names must be visible again.
      onBlur={({ currentTarget }) => {
        currentTarget.scrollTop = 0
      }}
    >
      {others.length > 0 && (
        <span className={css.artists}>
          {others.map((artist, index) => (
            <button
              key={`${artist.id} ${index}`}
              type="button"
              className={css.link}
              dir="auto"
              aria-label={t('session.search.pages.openArtist', { name: artist.name })}
              onClick={() => onOpen({ kind: 'artist', artist })}
            >
              {artist.name}
            </button>
          ))}
        </span>
      )}
      {album && (
        <button
          type="button"
          data-album
          className={css.link}
          dir="auto"
          aria-label={t('session.search.pages.openAlbum', { name: album.name })}
          onClick={() => onOpen({ kind: 'album', album })}
        >
          {album.name}
        </button>
      )}
    </span>
  )
}
