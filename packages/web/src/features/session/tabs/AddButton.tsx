import type { FoundSong } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { SessionView } from '../model/session-view.ts'
import { useSessionActions } from '../model/use-session.ts'
import type { PendingVotes } from '../model/vote-sender.ts'
import { addStateOf } from './add-button-state.ts'
import { addingRuleIn } from './AddingNote.tsx'
import css from './AddButton.module.css'

type AddButtonProps = {
  song: FoundSong
  view: SessionView
  pending: PendingVotes
  /** Whether the session refuses the song. The text of the row says why. */
  isRefused: boolean
}

/**
 * The button that adds a song with an up-vote, or takes the vote back (V2). Its icon shows the state: a thumb if this person
 * added the song, a warning if that failed, a lock if this person may not add the song.
 */
export function AddButton({ song, view, pending, isRefused }: AddButtonProps) {
  const { t } = useTranslation()
  const { cast } = useSessionActions()
  const { votes, voteCount } = view.shared
  // Whether the song is in the vote list, although the view does not contain it. If the view contains the whole list,
  // the search result is not used, because it may be older than the view.
  const isListed = song.listed === true && voteCount > votes.length
  const rule = isRefused || isListed ? null : addingRuleIn(view)
  const state = addStateOf(song.id, votes, view.you, pending)
  const { title } = song
  const add = () => void cast(song.id, 'up')
  if (isRefused || (state === 'add' && rule !== null))
    return (
      <span className={css.refused}>
        <Icon name="lock" size={20} />
        {rule !== null && <span className="visually-hidden">{t(`session.rule.${rule}`)}</span>}
      </span>
    )
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
      icon="add"
      tone="plain"
      label={t(state === 'listed' ? 'session.song.listed' : 'session.song.add', { title })}
      onClick={add}
    />
  )
}
