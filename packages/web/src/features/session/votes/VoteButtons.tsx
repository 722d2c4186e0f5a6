import type { Song } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { useSessionActions } from '../model/use-session.ts'
import { directionAfter, type Tally } from '../model/vote-sender.ts'
import css from './VoteButtons.module.css'

type VoteButtonsProps = {
  song: Song
  tally: Tally
  /** Whether the session allows down-votes (H4). */
  hasDown: boolean
}

/** The buttons for up-votes and down-votes with their counts. The button of the person's own vote is marked. */
export function VoteButtons({ song, tally, hasDown }: VoteButtonsProps) {
  const { t } = useTranslation()
  const { castInList } = useSessionActions()
  const directions = hasDown ? (['up', 'down'] as const) : (['up'] as const)
  return (
    <span className={css.buttons}>
      <span className="visually-hidden">
        {t('session.votes.counts', { up: tally.upvotes, down: tally.downvotes })}
      </span>
      {directions.map((direction) => (
        <button
          key={direction}
          type="button"
          className={css[direction]}
          aria-pressed={tally.own === direction}
          onClick={() => void castInList(song, directionAfter(tally.own, direction))}
        >
          <Icon name={`thumb_${direction}`} size={19} filled={tally.own === direction} />
          <span className="visually-hidden">{t(`session.votes.${direction}`, { title: song.title })}</span>
          <Count value={tally[`${direction}votes`]} />
        </button>
      ))}
    </span>
  )
}

/** A count with an animation when it changes, but not when it first appears. */
function Count({ value }: { value: number }) {
  const [seen, setSeen] = useState({ value, hasChanged: false })
  if (seen.value !== value) setSeen({ value, hasChanged: true })
  return (
    <span key={value} className={css.count} data-changed={seen.hasChanged || undefined}>
      {value}
    </span>
  )
}
