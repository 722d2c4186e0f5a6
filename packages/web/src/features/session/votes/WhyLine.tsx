import type { Why } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { overtakenOf, refusedByName, whenOf } from './why.ts'
import css from './WhyLine.module.css'

/** Why a song stands where it stands, and when it is likely to play (V8). */
export function WhyLine({ why, now, isFirst }: { why: Why; now: number | null; isFirst: boolean }) {
  const { t } = useTranslation()
  const overtaken = overtakenOf(why)
  const parts = [
    whenText(t, why, now, isFirst),
    reasonText(t, why),
    overtaken ? t('session.why.overtaken', overtaken) : '',
  ]
  return <p className={css.why}>{parts.filter(Boolean).join(' · ')}</p>
}

function whenText(t: TFunction, why: Why, now: number | null, isFirst: boolean): string {
  const when = whenOf(why.playsAt, now, isFirst)
  return when.key === 'minutes'
    ? t('session.when.minutes', { count: when.minutes })
    : t(`session.when.${when.key}`)
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
