import type { MatchedListener } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import css from './TurnMark.module.css'

/** Marks whose turn random mode says is next; where chance decides between several, each of them may be (P2). */
export function TurnMark({
  listener,
  among,
}: {
  listener: MatchedListener
  among: readonly MatchedListener[]
}) {
  const { t } = useTranslation()
  if (!listener.next) return null
  const isTied = among.filter(({ next }) => next).length > 1
  return <span className={css.mark}>{t(isTied ? 'session.shares.maybe' : 'session.shares.next')}</span>
}
