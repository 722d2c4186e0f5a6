import type { FoundSong } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import type { SessionView } from '../model/session-view.ts'
import { useSessionActions } from '../model/use-session.ts'
import type { PendingVotes } from '../model/vote-sender.ts'
import type { FailedVote } from '../model/vote-sender.ts'
import { artistNames, SongTitle } from '../SongTitle.tsx'
import { voteErrorText } from '../rule-text.ts'
import { durationText } from '../time.ts'
import { addingRuleIn } from './AddingNote.tsx'
import { addStateOf } from './add-state.ts'
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
        note !== null ? (
          <span role={isAnnounced ? 'alert' : undefined} className={css.reason}>
            {note}
          </span>
        ) : onOpen ? (
          <ArtistsAndAlbum song={song} page={page} onOpen={onOpen} />
        ) : (
          artistNames(song)
        )
      }
      end={
        <>
          <span className={css.duration}>{durationText(song.duration)}</span>
          {isRefused ? (
            <span className={css.refused}>
              <Icon name="lock" size={20} />
            </span>
          ) : (
            <AddButton song={song} view={view} pending={pending} />
          )}
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

function AddButton({ song, view, pending }: SongListProps & { song: FoundSong }) {
  const { t } = useTranslation()
  const { cast } = useSessionActions()
  const { votes, voteCount } = view.shared
  // Whether the song is in the vote list, although the view does not contain it. If the view contains the whole list,
  // the search result is not used, because it may be older than the view.
  const isListed = song.listed === true && voteCount > votes.length
  const rule = isListed ? null : addingRuleIn(view)
  const state = addStateOf(song.id, votes, view.you, pending)
  const { title } = song
  const add = () => void cast(song.id, 'up')
  if (state === 'added')
    return (
      <IconButton
        className={css.added}
        icon="thumb_up"
        filled
        label={t('session.song.added', { title })}
        onClick={() => void cast(song.id, 'none')}
      />
    )
  if (state === 'waiting')
    return (
      <IconButton
        className={css.added}
        icon="pending"
        label={t('session.waiting.withdraw', { title })}
        onClick={() => void cast(song.id, 'none')}
      />
    )
  if (state === 'add' && rule !== null)
    return (
      <span className={css.refused}>
        <Icon name="lock" size={20} />
        <span className="visually-hidden">{t(`session.rule.${rule}`)}</span>
      </span>
    )
  if (state === 'loading' || state === 'removing')
    return (
      <IconButton
        icon="add"
        state="loading"
        label={t(state === 'loading' ? 'session.song.adding' : 'session.song.removing', { title })}
      />
    )
  if (state === 'failed')
    return <IconButton icon="add" state="failed" label={t('session.song.add', { title })} onClick={add} />
  return (
    <IconButton
      icon={state === 'listed' ? 'thumb_up' : 'add'}
      tone="plain"
      label={t(state === 'listed' ? 'session.song.listed' : 'session.song.add', { title })}
      onClick={add}
    />
  )
}
