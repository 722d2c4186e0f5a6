import type { Vote } from '@jointly/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { Cover } from '../../../shared/ui/Cover.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { directionAfter, type PendingVote, tallyWith } from '../model/ballot.ts'
import type { SessionControls } from '../model/use-session.ts'
import { artistNames, SongTitle } from '../SongWords.tsx'
import { ChangeList } from './ChangeList.tsx'
import type { OrderHint } from './order.ts'
import { VoteButtons } from './VoteButtons.tsx'
import css from './VoteRow.module.css'
import { WhyLine } from './WhyLine.tsx'

type VoteRowProps = {
  row: Vote
  own: 'up' | 'down' | undefined
  pending: PendingVote | undefined
  now: number | null
  isFirst: boolean
  /** The list as far as it is known here, the first song first. */
  votes: readonly Vote[]
  hint: OrderHint | undefined
  cast: SessionControls['cast']
}

/** One listed song: what it is, why it stands there, when it is likely to play, what would change that (V8), and the votes. */
export function VoteRow({ row, own, pending, now, isFirst, votes, hint, cast }: VoteRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const changes = useId()
  const { song, why } = row
  const tally = tallyWith(row, own ?? 'none', pending)
  const failed = pending && 'failed' in pending ? pending.failed : null
  const isOut = why.rule === 'negative' || why.rule === 'refused'
  return (
    <li className={css.row} data-flip={song.id} data-out={isOut || undefined}>
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
        {failed === null ? (
          <>
            <WhyLine
              why={why}
              now={now}
              isFirst={isFirst}
              hint={hint}
              controls={changes}
              open={open}
              onToggle={() => setOpen(!open)}
            />
            {open && <ChangeList id={changes} row={row} votes={votes} hint={hint} />}
          </>
        ) : (
          <p className={css.failed} role="alert">
            <Icon name="warning" size={15} />
            {t('session.votes.failed', { reason: errorText(t, failed) })}
          </p>
        )}
      </div>
    </li>
  )
}
