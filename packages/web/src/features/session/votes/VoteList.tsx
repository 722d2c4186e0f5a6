import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { EmptyState } from '../../../shared/ui/states/StateNote.tsx'
import { useFlip } from '../../../shared/ui/layout/use-flip.ts'
import type { Inside } from '../model/merge.ts'
import type { SessionControls } from '../model/use-session.ts'
import { artistNames, SongTitle } from '../SongWords.tsx'
import { type ServerNow, useServerNow } from '../time.ts'
import { ListedVotes } from './listed.ts'
import { expectedOrder } from './order.ts'
import { RestOfVotes } from './RestOfVotes.tsx'
import css from './VoteList.module.css'
import { VoteRow } from './VoteRow.tsx'

/** Estimates are in minutes, so they need no closer look. */
const LOOK_AGAIN_MS = 15_000
/** So many rows glide to their places; what happens further down is seldom seen. */
const GLIDING = 40

type VoteListProps = {
  inside: Inside
  controls: Pick<SessionControls, 'pending' | 'cast'>
  serverNow: ServerNow
  /** Only the head of the list, where another part of the session has the room. */
  short: boolean
  onSearch: () => void
}

/** The vote view: the announced song, then every listed song in the order it stands. */
export function VoteList({ inside, controls, serverNow, short, onSearch }: VoteListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const now = useServerNow(serverNow, LOOK_AGAIN_MS)
  const { votes, voteCount, next } = inside.shared
  const listed = useMemo(() => ({ votes, order: expectedOrder(votes) }), [votes])
  useFlip(
    list,
    votes.slice(0, GLIDING).map((row) => row.song.id),
  )
  const isEmpty = votes.length === 0 && next === null
  if (isEmpty && short) return null
  const shown = short ? votes.slice(0, next === null ? 1 : 0) : votes
  const firstPlayable = votes.find((row) => row.why.playsAt !== null)
  return (
    <ListedVotes value={listed}>
      <section aria-label={t('session.votes.title')} tabIndex={-1}>
        {isEmpty && (
          <EmptyState icon="thumb_up" title={t('session.votes.empty')} text={t('session.votes.emptyText')}>
            <Button tone="primary" icon="search" onClick={onSearch}>
              {t('session.votes.emptyAction')}
            </Button>
          </EmptyState>
        )}
        {!short && !isEmpty && (
          <h2 className={css.heading}>
            {t('session.votes.title')}
            <span className={css.count}>{voteCount}</span>
          </h2>
        )}
        {next !== null && (
          <div className={css.next} key={`${next.song.id} ${next.startTime}`}>
            <Cover src={next.song.cover} seed={next.song.id} size={54} />
            <div className={css.words}>
              <p className={css.badge}>
                <Icon name="lock" size={13} />
                {t('session.votes.upNext')}
              </p>
              <p className={css.title}>
                <SongTitle song={next.song} />
              </p>
              <p className={css.artists}>{artistNames(next.song)}</p>
            </div>
          </div>
        )}
        <ul ref={list} className={css.list}>
          {shown.map((row, index) => (
            <VoteRow
              key={row.song.id}
              row={row}
              own={inside.you.votes[row.song.id]}
              pending={controls.pending.get(row.song.id)}
              now={now}
              isFirst={next === null && row === firstPlayable}
              below={listed.order.below.get(row.song.id)?.song.title}
              glides={index < GLIDING}
              cast={controls.cast}
            />
          ))}
        </ul>
        {!short && voteCount > votes.length && <RestOfVotes inside={inside} controls={controls} now={now} />}
      </section>
    </ListedVotes>
  )
}
