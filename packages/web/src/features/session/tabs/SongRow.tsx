import type { FoundSong } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import type { SessionView } from '../model/session-view.ts'
import type { SessionControls } from '../model/use-session.ts'
import { artistNames, SongTitle } from '../SongTitle.tsx'
import { clockText } from '../time.ts'
import { addStateOf } from './add-state.ts'
import css from './SongRow.module.css'

export type SongListProps = { view: SessionView; controls: Pick<SessionControls, 'pending' | 'cast'> }

/**
 * A song with a button that adds the song with an up-vote (V2). If the flavor (song rules) refuses the song,
 * there is no button (F3).
 */
export function SongRow({ song, view, controls }: SongListProps & { song: FoundSong }) {
  const { t } = useTranslation()
  const pending = controls.pending.get(song.id)
  const isRefused = song.refused === true || song.refusedBy !== undefined
  const refusedBy = song.refusedBy?.name ?? song.refusedBy?.title
  const failed = pending && 'failed' in pending ? pending.failed : null
  const detail =
    failed !== null
      ? errorText(t, failed)
      : isRefused
        ? refusedBy === undefined
          ? t('session.song.refusedBare')
          : t('session.song.refused', { name: refusedBy })
        : artistNames(song)
  return (
    <Row
      dimmed={isRefused}
      start={<Cover src={song.cover} seed={song.id} size={48} />}
      title={<SongTitle song={song} />}
      detail={
        <span role={failed ? 'alert' : undefined} className={isRefused || pending ? css.reason : undefined}>
          {detail}
        </span>
      }
      end={
        <>
          <span className={css.duration}>{clockText(song.duration)}</span>
          {isRefused ? (
            <span className={css.refused}>
              <Icon name="lock" size={20} />
            </span>
          ) : (
            <AddButton song={song} view={view} controls={controls} />
          )}
        </>
      }
    />
  )
}

function AddButton({ song, view, controls }: SongListProps & { song: FoundSong }) {
  const { t } = useTranslation()
  const state = addStateOf(song.id, view.shared.votes, view.you.votes, controls.pending)
  const { title } = song
  const add = () => void controls.cast(song.id, 'up')
  if (state === 'added')
    return (
      <IconButton
        className={css.added}
        icon="thumb_up"
        filled
        label={t('session.song.added', { title })}
        onClick={() => void controls.cast(song.id, 'none')}
      />
    )
  if (state === 'loading')
    return <IconButton icon="add" state="loading" label={t('session.song.adding', { title })} />
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
