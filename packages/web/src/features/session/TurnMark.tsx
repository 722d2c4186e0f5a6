import type { MatcherListener } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import css from './TurnMark.module.css'

type TurnMarkProps = { listener: MatcherListener; among: readonly MatcherListener[] }

/**
 * Marks a person for whom random mode may choose the next song (P2). If random mode will choose one of several people
 * by chance, all of them are marked.
 * @param among everyone in random mode
 */
export function TurnMark({ listener, among }: TurnMarkProps) {
  const { t } = useTranslation()
  if (!listener.next) return null
  const isTied = among.filter(({ next }) => next).length > 1
  return <span className={css.mark}>{t(isTied ? 'session.fairTurns.maybe' : 'session.fairTurns.next')}</span>
}
