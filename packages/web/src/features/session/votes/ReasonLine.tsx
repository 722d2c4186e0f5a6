import type { SongPlace } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { refusedByName, timeToPlay } from './reason.ts'
import { VoteListContext } from './expected-order.ts'
import css from './ReasonLine.module.css'

type ReasonLineProps = {
  why: SongPlace
  now: number | null
  isFirst: boolean
  /** Whether a song lower in the list is expected to play before this song. */
  playsLater: boolean
  /** The id of the list that a press expands. */
  controls: string
  open: boolean
  onToggle: () => void
}

/**
 * The reason for a song's position, and its expected time (V8). A press expands a list of what would change the
 * position.
 */
export function ReasonLine(props: ReasonLineProps) {
  const { why, isFirst, playsLater, controls, open, onToggle } = props
  const { t } = useTranslation()
  const isAlone = useContext(VoteListContext).votes.length === 1
  const time = timeText(t, props)
  const parts = [time, playsLater ? t('session.change.after') : positionText()]

  /** A single song is both first and last in the list, so the reason `last` would look like a contradiction. */
  function positionText(): string {
    if (why.rule !== 'last' || !(isFirst || isAlone)) return reasonText(t, why)
    return time === '' ? t('session.why.only') : ''
  }
  return (
    <button
      type="button"
      className={css.why}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
    >
      <span>{parts.filter(Boolean).join(' · ')}</span>
      <span className="visually-hidden">{`. ${t('session.change.ask')}`}</span>
      <span className={css.sign} data-open={open || undefined}>
        <Icon name="expand_more" size={16} />
      </span>
    </button>
  )
}

function timeText(t: TFunction, { why, now, isFirst }: ReasonLineProps): string {
  const time = timeToPlay(why.playsAt, now, isFirst)
  return 'count' in time
    ? t(`session.when.${time.key}`, { count: time.count })
    : t(`session.when.${time.key}`)
}

function reasonText(t: TFunction, why: SongPlace): string {
  if (why.rule === 'turn')
    return why.by ? t('session.why.turn', { name: nameInText(t, why.by) }) : t('session.why.turnNobody')
  if (why.rule === 'refused') {
    if (why.refusedRule) return t(`session.rule.${why.refusedRule}`)
    const name = refusedByName(why)
    return name ? t('session.why.refused', { name }) : t('session.why.refusedBare')
  }
  return t(`session.why.${why.rule}`)
}
