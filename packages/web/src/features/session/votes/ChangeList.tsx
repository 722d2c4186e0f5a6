import type { Vote } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { use } from 'react'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { useTranslation } from 'react-i18next'
import { scrollIntoView } from '../../../shared/ui/layout/scroll-into-view.ts'
import css from './ChangeList.module.css'
import { overtakenHint } from './reason.ts'
import { type VoteListContent, VoteListContext } from './expected-order.ts'

/**
 * A list of the changes that would give a song another position. If the song is not expected to play in the order of
 * the list, it also contains the reason (V8).
 */
export function ChangeList({ id, row, isFirst }: { id: string; row: Vote; isFirst: boolean }) {
  const { t } = useTranslation()
  const { votes, order } = use(VoteListContext)
  const texts = [...orderTexts(t, row, order), ...changeTexts(t, row, votes, isFirst)]
  return (
    <ul id={id} ref={scrollIntoView} className={css.changes}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function orderTexts(t: TFunction, row: Vote, order: VoteListContent['order']): string[] {
  const texts: string[] = []
  const below = order.below.get(row.song.id)
  const above = order.above.get(row.song.id)
  if (below) {
    const { song, why } = below
    const { title } = song
    if (why.playsOverdue) texts.push(t('session.change.belowOverdue', { title }))
    else if (why.by) texts.push(t('session.change.belowTurn', { title, name: nameInText(t, why.by) }))
    else texts.push(t('session.change.belowOther', { title }))
  }
  if (above) {
    const { title } = above.song
    texts.push(t(row.why.playsOverdue ? 'session.change.aboveOverdue' : 'session.change.above', { title }))
  }
  return texts
}

function changeTexts(t: TFunction, { why, score }: Vote, votes: readonly Vote[], isFirst: boolean): string[] {
  const { rule, place, change } = why
  if (rule === 'refused') return [t('session.change.refused')]
  if (change.play !== undefined) {
    const play = t('session.change.play', { count: change.play })
    return rule === 'negative' ? [play, t('session.change.negative')] : [play]
  }
  const texts: string[] = []
  if (rule === 'overdue') texts.push(t('session.change.overdue'))
  const overtaken = overtakenHint(why)
  if (overtaken)
    texts.push(t('session.change.overtaken', { count: overtaken.overtaken, bound: overtaken.bound }))
  if (change.rise) texts.push(riseText(t, change.rise, votes))
  if (change.head !== undefined) texts.push(t('session.change.head', { count: change.head }))
  const before = votes[place - 2]
  if (change.turn && before?.why.by)
    texts.push(t('session.change.turn', { title: before.song.title, name: nameInText(t, before.why.by) }))
  // No song can play before the first song, so the first song does not get this text.
  if (change.mostBefore !== undefined && !isFirst)
    texts.push(t('session.change.mostBefore', { count: change.mostBefore }))
  texts.push(t('session.change.stop', { count: score }))
  return texts
}

/**
 * Returns the text with the number of up-votes that the song needs for a higher position. If possible, the text names
 * the song that has this position now.
 */
function riseText(
  t: TFunction,
  { votes: count, place }: { votes: number; place: number },
  votes: readonly Vote[],
) {
  const title = votes[place - 1]?.song.title
  return title === undefined
    ? t('session.change.risePlace', { count, place })
    : t('session.change.rise', { count, title })
}
