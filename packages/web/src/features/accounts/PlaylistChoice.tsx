import { LOADED_PLAYLISTS_MAX, type Playlist } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { importFailureText } from '../../shared/api/import-text.ts'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { ProgressBar } from '../../shared/ui/states/ProgressBar.tsx'
import { pressableRow, Row } from '../../shared/ui/layout/Row.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { StaleNote } from '../../shared/ui/states/StaleNote.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { Toggle } from '../../shared/ui/forms/SwitchField.tsx'
import css from './PlaylistChoice.module.css'
import { StartButton } from './StartButton.tsx'
import type { PlaylistChoiceState } from './use-playlist-choice.ts'

type PlaylistChoiceProps = {
  choice: PlaylistChoiceState
  /** The id of the account whose playlists are shown. Without it, those of all accounts are shown. */
  account?: string
  /** Whether each loaded playlist has a button that starts a session with it (H7). */
  canStart?: boolean
}

/** Shows a switch for each playlist. Chosen playlists show the progress of their import (L4). */
export function PlaylistChoice({ choice, account, canStart = false }: PlaylistChoiceProps) {
  const { t } = useTranslation()
  const { loading, playlists } = choice
  if (loading.state === 'loading') return <SkeletonRows count={5} />
  if (loading.state === 'failed') return <ErrorState refused={loading.refused} onRetry={choice.reload} />
  const shown = playlists.filter(({ accounts }) => account === undefined || accounts.includes(account))
  if (shown.length === 0)
    return (
      <>
        <EmptyState icon="playlist" title={t('account.noPlaylists')} text={t('account.noPlaylistsText')} />
        <StaleNote loading={loading} onRetry={choice.reload} />
      </>
    )
  // The limit is for all accounts of the person together.
  const chosen = playlists.filter(({ load }) => load).length
  return (
    <>
      {playlists.length > LOADED_PLAYLISTS_MAX && (
        <p className={css.limit} role="status">
          {t('account.limit', { most: LOADED_PLAYLISTS_MAX, chosen })}
        </p>
      )}
      <ul className={css.list}>
        {shown.map((playlist) => (
          <li key={playlist.id}>
            <PlaylistRow
              playlist={playlist}
              isLocked={!playlist.load && (playlist.state === 'refused' || chosen >= LOADED_PLAYLISTS_MAX)}
              canStart={canStart}
              onToggle={(load) => choice.toggle(playlist.id, load)}
            />
          </li>
        ))}
      </ul>
      {/* It is below the switches, so that they do not move. */}
      <StaleNote loading={loading} onRetry={choice.reload} />
    </>
  )
}

type PlaylistRowProps = {
  playlist: Playlist
  /** Whether the playlist cannot be chosen. */
  isLocked: boolean
  canStart: boolean
  onToggle: (load: boolean) => void
}

function PlaylistRow({ playlist, isLocked, canStart, onToggle }: PlaylistRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const refused = playlist.state === 'refused'
  const words = detailOf(t, playlist)
  return (
    <div className={css.line}>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its switch is the end of the row */}
      <label className={isLocked ? undefined : pressableRow}>
        <Row
          wraps
          dimmed={refused}
          start={<Cover src={playlist.cover} seed={playlist.id + playlist.title} size={60} />}
          title={<span id={id}>{playlist.title}</span>}
          detail={
            <span id={`${id}-detail`} className={css.detail}>
              {words}
              {playlist.load && playlist.state === 'importing' && (
                <ProgressBar
                  percent={(playlist.imported / Math.max(1, playlist.total)) * 100}
                  label={words}
                />
              )}
            </span>
          }
          end={
            <Toggle
              checked={playlist.load}
              onChange={onToggle}
              disabled={isLocked}
              labelledBy={id}
              describedBy={`${id}-detail`}
            />
          }
        />
      </label>
      {/* The button is outside the label, because a press on a label also presses the first button inside it. */}
      {canStart && playlist.load && playlist.imported > 0 && <StartButton playlist={playlist} />}
    </div>
  )
}

function detailOf(t: TFunction, playlist: Playlist): string {
  const { state, load, imported, total } = playlist
  if (state === 'refused') return t('account.refused')
  if (load && state === 'importing') return t('account.importing', { imported, total })
  const failure = importFailureText(t, playlist)
  if (load && failure !== null) return failure
  if (load && state === 'waiting') return t('account.waiting')
  return t('account.songs', { count: total })
}
