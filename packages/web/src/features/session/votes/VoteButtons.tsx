import type { Song } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { Tally } from '../model/vote-sender.ts'
import css from './VoteButtons.module.css'

type VoteButtonsProps = {
  song: Song
  tally: Tally
  /** Whether the session has down-votes (H4). */
  hasDown: boolean
  onVote: (pressed: 'up' | 'down') => void
}

/** The two thumbs with their counts. The thumb of the person's own vote is marked. */
export function VoteButtons({ song, tally, hasDown, onVote }: VoteButtonsProps) {
  const { t } = useTranslation()
  return (
    <span className={css.buttons}>
      <span className="visually-hidden">
        {t('session.votes.counts', { up: tally.upvotes, down: tally.downvotes })}
      </span>
      <button type="button" className={css.up} aria-pressed={tally.own === 'up'} onClick={() => onVote('up')}>
        <Icon name="thumb_up" size={19} filled={tally.own === 'up'} />
        <span className="visually-hidden">{t('session.votes.up', { title: song.title })}</span>
        <Count value={tally.upvotes} />
      </button>
      {hasDown && (
        <button
          type="button"
          className={css.down}
          aria-pressed={tally.own === 'down'}
          onClick={() => onVote('down')}
        >
          <Icon name="thumb_down" size={19} filled={tally.own === 'down'} />
          <span className="visually-hidden">{t('session.votes.down', { title: song.title })}</span>
          <Count value={tally.downvotes} />
        </button>
      )}
    </span>
  )
}

/** A count that is animated when it changes, but not when it first appears. */
function Count({ value }: { value: number }) {
  const [seen, setSeen] = useState({ value, hasChanged: false })
  if (seen.value !== value) setSeen({ value, hasChanged: true })
  return (
    <span key={value} className={css.count} data-changed={seen.hasChanged || undefined}>
      {value}
    </span>
  )
}
