import type { Why } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { overtakenOf, refusedByName, whenOf } from './why.ts'
import css from './WhyLine.module.css'

type WhyLineProps = {
  why: Why
  now: number | null
  isFirst: boolean
  /** The title of a song that stands below it and is expected first. */
  below: string | undefined
  /** What it opens: the element that says what would change that. */
  controls: string
  open: boolean
  onToggle: () => void
}

/** Why a song stands where it stands, and when it is likely to play (V8); pressed, it says what would change that. */
export function WhyLine({ why, now, isFirst, below, controls, open, onToggle }: WhyLineProps) {
  const { t } = useTranslation()
  const overtaken = overtakenOf(why)
  const parts = [
    whenText(t, why, now, isFirst, below),
    reasonText(t, why),
    overtaken ? t('session.why.overtaken', overtaken) : '',
  ]
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

function whenText(
  t: TFunction,
  why: Why,
  now: number | null,
  isFirst: boolean,
  below: string | undefined,
): string {
  const when = whenOf(why.playsAt, now, isFirst)
  const text =
    'count' in when ? t(`session.when.${when.key}`, { count: when.count }) : t(`session.when.${when.key}`)
  if (below === undefined || text === '') return text
  return `${text}, ${t('session.change.after', { title: below })}`
}

function reasonText(t: TFunction, why: Why): string {
  if (why.rule === 'turn')
    return why.by ? t('session.why.turn', { name: why.by.username }) : t('session.why.turnNobody')
  if (why.rule === 'refused') {
    const name = refusedByName(why)
    return name ? t('session.why.refused', { name }) : t('session.why.refusedBare')
  }
  return t(`session.why.${why.rule}`)
}
