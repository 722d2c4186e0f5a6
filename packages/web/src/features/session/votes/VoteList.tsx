import type { Song } from '@jointly/contract'
import { artistNames } from '../../../shared/i18n/artist-names.ts'
import { lazyNamed } from '../../../shared/ui/parts/lazy-named.ts'
import { approvesSongs } from '@jointly/domain'
import { Suspense, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { HandoverButton } from '../../../shared/ui/buttons/HandoverButton.tsx'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { IconCircle } from '../../../shared/ui/media/IconCircle.tsx'
import { EmptyState } from '../../../shared/ui/states/StateNote.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { useFlip } from '../../../shared/ui/layout/use-flip.ts'
import { useHeldWhilePressed } from '../../../shared/ui/layout/use-held-while-pressed.ts'
import type { SessionView } from '../model/session-view.ts'
import type { PendingVotes } from '../model/vote-sender.ts'
import { SongTitle } from '../SongTitle.tsx'
import { type ServerNow, useServerNow } from '../time.ts'
import { expectedOrder, VoteListContext } from './expected-order.ts'
import { withPlacesOf } from './held-places.ts'
import { RestOfVotes } from './RestOfVotes.tsx'
import css from './VoteList.module.css'
import { votersOf } from '../../../shared/ui/media/voters-of.ts'
import { loadWaitingSongs } from '../panel/load-panel.ts'
import { addingRuleIn } from '../tabs/AddingNote.tsx'
import { seesWaitingSongs } from './waiting/use-waiting-songs.ts'
import { VoteRow } from './VoteRow.tsx'

const WaitingSongs = lazyNamed(loadWaitingSongs, 'WaitingSongs')

/**
 * The expected times are updated at this interval, in milliseconds. The screen shows minutes, so this is often
 * enough.
 */
const REFRESH_MS = 15_000
/** This number of rows at the top of the list is animated. Few people scroll to the other rows. */
const ANIMATED_ROWS = 40

type VoteListProps = {
  view: SessionView
  pending: PendingVotes
  serverNow: ServerNow
  /** The number of rendered songs. Null means all songs. */
  limit: number | null
  /** Whether only the first song is shown, because a tab is open. */
  short: boolean
  onSearch: () => void
  /** Closes the open tab, so that the whole vote list is visible. */
  onVotes: () => void
}

type WaitingButtonProps = { view: SessionView; onPress: () => void }

const votesAround = (button: HTMLElement) => button.closest('section')

/**
 * A button with the number of waiting songs, for people who approve songs. While a tab is open, it replaces the list
 * of waiting songs. A press closes the tab, and the votes get the focus (H9, D14).
 */
function WaitingButton({ view, onPress }: WaitingButtonProps) {
  const { t } = useTranslation()
  if (!approvesSongs(view.you.role) || !seesWaitingSongs(view)) return null
  return (
    <HandoverButton className={css.waiting} size="s" icon="pending" findNext={votesAround} onClick={onPress}>
      {t('session.waiting.show', { count: view.shared.waiting?.count ?? 0 })}
    </HandoverButton>
  )
}

/**
 * The vote list: the songs that wait for approval, the announced song, and the listed songs in their order. While a
 * tab is open, it shows only one song: the announced song or, if there is none, the first listed song.
 */
export function VoteList({
  view: newView,
  pending,
  serverNow,
  limit,
  short,
  onSearch,
  onVotes,
}: VoteListProps) {
  const { t } = useTranslation()
  const [before, onPointerDown] = useHeldWhilePressed(newView)
  const view = useMemo(() => withPlacesOf(before, newView), [before, newView])
  const list = useRef<HTMLUListElement>(null)
  const now = useServerNow(serverNow, REFRESH_MS)
  const { votes, voteCount, next } = view.shared
  const listed = useMemo(() => ({ votes, order: expectedOrder(votes) }), [votes])
  useFlip(
    list,
    votes.slice(0, ANIMATED_ROWS).map((row) => row.song.id),
  )
  const isEmpty = votes.length === 0 && next === null
  const isLocked = addingRuleIn(view) === 'locked'
  const shown = short && next !== null ? [] : votes.slice(0, limit ?? votes.length)
  const firstPlayable = votes.find((row) => row.why.playsAt !== null)
  return (
    <VoteListContext value={listed}>
      <section aria-label={t('session.votes.title')} tabIndex={-1} onPointerDown={onPointerDown}>
        {short && <WaitingButton view={view} onPress={onVotes} />}
        {!short && seesWaitingSongs(view) && (
          <Suspense>
            <WaitingSongs view={view} pending={pending} />
          </Suspense>
        )}
        {short && (
          <h2 className={css.first}>{t(`session.votes.${next === null && !isEmpty ? 'first' : 'title'}`)}</h2>
        )}
        {isEmpty && short && <NoVotesRow isLocked={isLocked} />}
        {isEmpty && !short && <NoVotes isLocked={isLocked} onSearch={onSearch} />}
        {!short && !isEmpty && (
          <h2 className={css.heading}>
            {t('session.votes.title')}
            <span className={css.count}>{t('session.library.songs', { count: voteCount })}</span>
          </h2>
        )}
        {next !== null && <NextSong key={`${next.song.id} ${next.startTime}`} song={next.song} />}
        {shown.length > 0 && (
          <ul ref={list} className={css.list}>
            {shown.map((row, index) => (
              <VoteRow
                key={row.song.id}
                row={row}
                voters={votersOf(row, view.shared.voters)}
                own={view.you.votes[row.song.id]}
                pending={pending.get(row.song.id)}
                now={now}
                isFirst={next === null && row === firstPlayable}
                playsLater={listed.order.below.has(row.song.id)}
                isAnimated={index < ANIMATED_ROWS}
                hasDown={view.shared.setup.rules.downVotes}
              />
            ))}
          </ul>
        )}
        {limit === null && voteCount > votes.length && (
          <RestOfVotes view={view} pending={pending} now={now} />
        )}
      </section>
    </VoteListContext>
  )
}

/** The row for an empty list while a tab is open. */
function NoVotesRow({ isLocked }: { isLocked: boolean }) {
  const { t } = useTranslation()
  return (
    <Row
      start={<IconCircle name="thumb_up" />}
      title={t(isLocked ? 'session.votes.locked' : 'session.votes.empty')}
      detail={
        <span className={css.note}>
          {t(isLocked ? 'session.votes.lockedShort' : 'session.votes.emptyText')}
        </span>
      }
    />
  )
}

/** The text for an empty list. It invites only people who may add songs (H2). */
function NoVotes({ isLocked, onSearch }: { isLocked: boolean; onSearch: () => void }) {
  const { t } = useTranslation()
  if (isLocked)
    return <EmptyState icon="lock" title={t('session.votes.locked')} text={t('session.votes.lockedText')} />
  return (
    <EmptyState icon="thumb_up" title={t('session.votes.empty')} text={t('session.votes.emptyText')}>
      <Button tone="primary" icon="search" onClick={onSearch}>
        {t('session.votes.emptyAction')}
      </Button>
    </EmptyState>
  )
}

/** The announced song. Votes cannot change it any more (V6). */
function NextSong({ song }: { song: Song }) {
  const { t } = useTranslation()
  return (
    <div className={css.next}>
      <Cover src={song.cover} seed={song.id} size={54} />
      <div className={css.words}>
        <p className={css.badge}>
          <Icon name="lock" size={13} />
          {t('session.votes.upNext')}
        </p>
        <p className={css.title} dir="auto">
          <SongTitle song={song} />
        </p>
        <p className={css.artists} dir="auto">
          {artistNames(song)}
        </p>
      </div>
    </div>
  )
}
