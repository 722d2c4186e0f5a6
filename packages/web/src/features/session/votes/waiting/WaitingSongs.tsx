import type { WaitingSong } from '@jointly/contract'
import { approvesSongs } from '@jointly/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../../../shared/i18n/artist-names.ts'
import { call } from '../../../../shared/api/call.ts'
import { IconButton } from '../../../../shared/ui/buttons/Button.tsx'
import { HandoverButton } from '../../../../shared/ui/buttons/HandoverButton.tsx'
import { useAction } from '../../../../shared/ui/buttons/use-action.ts'
import { Row } from '../../../../shared/ui/layout/Row.tsx'
import { useHeldWhilePressed } from '../../../../shared/ui/layout/use-held-while-pressed.ts'
import { Cover } from '../../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../../shared/ui/media/Icon.tsx'
import { StaleNote } from '../../../../shared/ui/states/StaleNote.tsx'
import { ErrorState } from '../../../../shared/ui/states/StateNote.tsx'
import { showToast } from '../../../../shared/ui/toasts/toast.ts'
import type { SessionView } from '../../model/session-view.ts'
import { useSessionActions } from '../../model/use-session.ts'
import type { PendingVotes } from '../../model/vote-sender.ts'
import type { PendingVote } from '../../model/vote-sender.ts'
import { VoterFaces } from '../../people/VoterFaces.tsx'
import { voteErrorText } from '../../rule-text.ts'
import { SongTitle } from '../../SongTitle.tsx'
import { firstAddedRow } from '../../../../shared/ui/layout/first-added-row.ts'
import { neighbourWith, useFocusHandover } from '../../../../shared/ui/layout/use-focus-handover.ts'
import { useWaitingSongs } from './use-waiting-songs.ts'
import { VoteFailure } from '../VoteFailure.tsx'
import list from '../VoteList.module.css'
import css from './WaitingSongs.module.css'

/**
 * At first, only this number of waiting songs is shown, so that the vote list below stays near. A button shows the
 * rest. If the rest is one song, there is no button, and all songs are shown.
 */
const SHOWN_FIRST = 5

type WaitingSongsProps = {
  view: SessionView
  pending: PendingVotes
}

const neighbourOf = neighbourWith('[data-decides]')

/**
 * The songs that wait for approval (H9). People who approve songs see all waiting songs with buttons to approve and
 * decline them. Everyone else sees only their own waiting songs.
 */
export function WaitingSongs({ view, pending }: WaitingSongsProps) {
  const { t } = useTranslation()
  const { loading: newLoading, reload } = useWaitingSongs(view)
  const [loading, onPointerDown] = useHeldWhilePressed(newLoading)
  const { retry } = useSessionActions()
  const [isLong, setLong] = useState(false)
  const approves = approvesSongs(view.you.role)
  if (loading.state === 'loading') return null
  if (loading.state === 'failed') return <ErrorState refused={loading.refused} onRetry={reload} />
  const { songs: all, count } = loading.value
  const songs = isLong || all.length <= SHOWN_FIRST + 1 ? all : all.slice(0, SHOWN_FIRST)
  const done = () => {
    reload()
    retry()
  }
  return (
    <div className={css.waiting} onPointerDown={onPointerDown}>
      <h2 className={css.heading}>
        <Icon name="pending" size={18} />
        {t(approves ? 'session.waiting.title' : 'session.waiting.ownTitle')}
        <span className={list.count}>{count}</span>
      </h2>
      <p role="status" className="visually-hidden">
        {approves && t('session.waiting.count', { count })}
      </p>
      <ul>
        {songs.map((waiting, index) =>
          approves ? (
            <Undecided
              key={waiting.song.id}
              waiting={waiting}
              ssid={view.shared.session.uuid}
              isAdded={index >= SHOWN_FIRST}
              onDone={done}
            />
          ) : (
            <Own
              key={waiting.song.id}
              waiting={waiting}
              isAdded={index >= SHOWN_FIRST}
              pending={pending.get(waiting.song.id)}
            />
          ),
        )}
      </ul>
      <div>
        {songs.length < all.length && (
          <HandoverButton tone="quiet" findNext={firstAddedRow} onClick={() => setLong(true)}>
            {t('session.waiting.showMore', { count: all.length - songs.length })}
          </HandoverButton>
        )}
      </div>
      {songs.length === all.length && count > all.length && (
        <p className={css.more}>{t('session.waiting.more', { count: count - all.length })}</p>
      )}
      <StaleNote loading={loading} onRetry={reload} />
    </div>
  )
}

type RowProps = {
  waiting: WaitingSong
  /** Whether the button below the first songs adds the row. */
  isAdded: boolean
}

type UndecidedProps = RowProps & { ssid: string; onDone: () => void }

/** A waiting song with the people who want it, and buttons to approve and decline it. */
function Undecided({ waiting, isAdded, ssid, onDone }: UndecidedProps) {
  const { t } = useTranslation()
  const { song, people, wishes } = waiting
  const { title } = song
  const row = useFocusHandover<HTMLLIElement>(neighbourOf)
  const { state, run } = useAction()
  async function decide(approved: boolean): Promise<void> {
    const answer = await run(() => call('approve', { params: { ssid, songID: song.id }, body: { approved } }))
    if (!answer) return
    // If another person has already decided, the server answers `not-found`. The next list shows the decision.
    if (answer.ok || answer.error.code === 'not-found') return onDone()
    showToast({ text: voteErrorText(t, answer), tone: 'bad' })
  }
  return (
    <li ref={row} tabIndex={isAdded ? -1 : undefined}>
      <Row
        start={<Cover src={song.cover} seed={song.id} size={44} />}
        title={<SongTitle song={song} />}
        detail={
          <span className={css.detail}>
            <span className="one-line">{artistNames(song)}</span>
            <VoterFaces title={title} voters={people} count={wishes} />
          </span>
        }
        end={
          <>
            <IconButton
              icon="close"
              tone="plain"
              label={t('session.waiting.decline', { title })}
              onClick={() => void decide(false)}
            />
            <IconButton
              icon="check"
              tone="primary"
              state={state === 'loading' ? 'loading' : 'default'}
              data-decides
              label={t('session.waiting.approve', { title })}
              onClick={() => void decide(true)}
            />
          </>
        }
      />
    </li>
  )
}

type OwnProps = RowProps & { pending: PendingVote | undefined }

/** A waiting song of this person with a button that withdraws it. */
function Own({ waiting: { song }, isAdded, pending }: OwnProps) {
  const { t } = useTranslation()
  const { castInList } = useSessionActions()
  const row = useFocusHandover<HTMLLIElement>(neighbourOf)
  const failure = pending && 'failed' in pending && !pending.isNoticeOver ? pending : null
  return (
    <li ref={row} tabIndex={isAdded ? -1 : undefined}>
      <Row
        wraps={failure !== null}
        start={<Cover src={song.cover} seed={song.id} size={44} />}
        title={<SongTitle song={song} />}
        detail={failure ? <VoteFailure vote={failure} /> : t('session.waiting.own')}
        end={
          <IconButton
            icon="undo"
            state={pending && 'direction' in pending ? 'loading' : 'default'}
            data-decides
            label={t('session.waiting.withdraw', { title: song.title })}
            onClick={() => void castInList(song, 'none')}
          />
        }
      />
    </li>
  )
}
