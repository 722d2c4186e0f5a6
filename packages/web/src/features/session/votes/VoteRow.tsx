import type { PublicUser, Vote } from '@jointly/contract'
import { memo, useId, useState } from 'react'
import { shallow } from 'zustand/vanilla/shallow'
import { artistNames } from '../../../shared/i18n/artist-names.ts'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { type PendingVote, tallyWith } from '../model/vote-sender.ts'
import { SongTitle } from '../SongTitle.tsx'
import { VoterFaces } from '../people/VoterFaces.tsx'
import { neighbourWith, useFocusHandover } from '../../../shared/ui/layout/use-focus-handover.ts'
import { ChangeList } from './ChangeList.tsx'
import { VoteButtons } from './VoteButtons.tsx'
import css from './VoteRow.module.css'
import { ReasonLine } from './ReasonLine.tsx'
import { VoteFailure } from './VoteFailure.tsx'

type VoteRowProps = {
  row: Vote
  /** The people who voted for the song and whose names are in the view (U1). */
  voters: readonly PublicUser[]
  own: 'up' | 'down' | undefined
  pending: PendingVote | undefined
  now: number | null
  isFirst: boolean
  /** Whether a song lower in the list is expected to play before this song. */
  playsLater: boolean
  /** Whether an animation shows how the row moves to a new position. */
  isAnimated: boolean
  /** Whether the session allows down-votes (H4). */
  hasDown: boolean
}

const neighbourOf = neighbourWith('[aria-pressed]')

/**
 * A song of the vote list with its votes, the reason for its position, and its expected time. A press on the reason
 * expands a list of what would change the position (V8).
 */
export const VoteRow = memo(function VoteRow(props: VoteRowProps) {
  const { row, voters, own, pending, now, isFirst, playsLater, isAnimated, hasDown } = props
  const [open, setOpen] = useState(false)
  const changes = useId()
  const rowRef = useFocusHandover<HTMLLIElement>(neighbourOf)
  const { song, why } = row
  const tally = tallyWith(row, own ?? 'none', pending)
  const failure = pending && 'failed' in pending && !pending.isNoticeOver ? pending : null
  const isOut = why.rule === 'negative' || why.rule === 'refused'
  return (
    <li
      ref={rowRef}
      className={css.row}
      data-flip={isAnimated ? song.id : undefined}
      data-out={isOut || undefined}
    >
      <Cover src={song.cover} seed={song.id} size={54} />
      <div className={css.words}>
        <p className={css.title} dir="auto">
          <SongTitle song={song} />
        </p>
        <p className={css.artists} dir="auto">
          {artistNames(song)}
        </p>
      </div>
      <VoteButtons song={song} tally={tally} hasDown={hasDown} />
      <div className={css.why}>
        {failure !== null && <VoteFailure vote={failure} />}
        <div className="hstack">
          <ReasonLine
            why={why}
            now={now}
            isFirst={isFirst}
            playsLater={playsLater}
            controls={changes}
            open={open}
            onToggle={() => setOpen(!open)}
          />
          <VoterFaces title={song.title} voters={voters} count={row.upvotes} />
        </div>
        {open && <ChangeList id={changes} row={row} isFirst={isFirst} />}
      </div>
    </li>
  )
}, isSame)

/**
 * Compares the contents of the props, because each live message creates new objects, even for songs that have not
 * changed.
 */
function isSame(
  { row, voters, ...before }: VoteRowProps,
  { row: newRow, voters: newVoters, ...after }: VoteRowProps,
): boolean {
  return (
    shallow(before, after) &&
    (row === newRow ||
      JSON.stringify({ ...row, voters }) === JSON.stringify({ ...newRow, voters: newVoters }))
  )
}
