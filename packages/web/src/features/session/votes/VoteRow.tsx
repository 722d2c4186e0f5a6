import type { Vote } from '@jointly/contract'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { directionAfter, type PendingVote, tallyWith } from '../model/ballot.ts'
import type { SessionControls } from '../model/use-session.ts'
import { artistNames, SongTitle } from '../SongWords.tsx'
import { useHandOver } from '../use-hand-over.ts'
import { ChangeList } from './ChangeList.tsx'
import { VoteButtons } from './VoteButtons.tsx'
import css from './VoteRow.module.css'
import { WhyLine } from './WhyLine.tsx'

type VoteRowProps = {
  row: Vote
  own: 'up' | 'down' | undefined
  pending: PendingVote | undefined
  now: number | null
  isFirst: boolean
  /** The title of a song that stands below it and is expected first. */
  below: string | undefined
  /** Whether it glides to its place. */
  glides: boolean
  cast: SessionControls['cast']
}

/** The vote of the song beside one that leaves; where it was the last, the list. */
const neighbourOf = (row: HTMLElement) =>
  (row.nextElementSibling ?? row.previousElementSibling)?.querySelector<HTMLElement>('[aria-pressed]') ??
  row.closest('section')

/** One listed song: what it is, why it stands there, when it is likely to play, what would change that (V8), and the votes. */
export const VoteRow = memo(function VoteRow(props: VoteRowProps) {
  const { row, own, pending, now, isFirst, below, glides, cast } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const changes = useId()
  const held = useHandOver<HTMLLIElement>(neighbourOf)
  const { song, why } = row
  const tally = tallyWith(row, own ?? 'none', pending)
  const failed = pending && 'failed' in pending && !pending.isTold ? pending.failed : null
  const isOut = why.rule === 'negative' || why.rule === 'refused'
  return (
    <li ref={held} className={css.row} data-flip={glides ? song.id : undefined} data-out={isOut || undefined}>
      <Cover src={song.cover} seed={song.id} size={54} />
      <div className={css.words}>
        <p className={css.title}>
          <SongTitle song={song} />
        </p>
        <p className={css.artists}>{artistNames(song)}</p>
      </div>
      <VoteButtons
        song={song}
        tally={tally}
        onVote={(pressed) => void cast(song.id, directionAfter(tally.own, pressed))}
      />
      <div className={css.why}>
        {failed !== null && (
          <p className={css.failed} role="alert">
            <Icon name="warning" size={15} />
            {t('session.votes.failed', { reason: errorText(t, failed) })}
          </p>
        )}
        <WhyLine
          why={why}
          now={now}
          isFirst={isFirst}
          below={below}
          controls={changes}
          open={open}
          onToggle={() => setOpen(!open)}
        />
        {open && <ChangeList id={changes} row={row} isFirst={isFirst} />}
      </div>
    </li>
  )
}, isSame)

/** Each push brings every song of the list anew, most of them as they were. */
function isSame({ row, ...before }: VoteRowProps, { row: newRow, ...after }: VoteRowProps): boolean {
  return (
    before.own === after.own &&
    before.pending === after.pending &&
    before.now === after.now &&
    before.isFirst === after.isFirst &&
    before.below === after.below &&
    before.glides === after.glides &&
    before.cast === after.cast &&
    (row === newRow || JSON.stringify(row) === JSON.stringify(newRow))
  )
}
