import type { Song, SharedSession } from '@jointly/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFlip } from '../../shared/ui/layout/use-flip.ts'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import css from './NextSongs.module.css'

/** The number of songs that are shown. Portrait screens show all of them, others fewer by CSS. */
const SHOWN_SONGS = 6

/** The announced song and the votes. The rows move with the votes. */
export function NextSongs({ shared: { next, votes } }: { shared: Pick<SharedSession, 'next' | 'votes'> }) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const rows: { song: Song; score: number | null }[] = [
    ...(next ? [{ song: next.song, score: null }] : []),
    ...votes.filter(({ song, score }) => song.id !== next?.song.id && score >= 0),
  ].slice(0, SHOWN_SONGS)
  useFlip(
    list,
    rows.map(({ song }) => song.id),
  )
  return (
    <section className={css.next}>
      <h2 className={css.heading}>{t(rows.length > 0 ? 'stage.upNext' : 'stage.noVotes')}</h2>
      <ol ref={list} className={css.list}>
        {rows.map(({ song, score }) => (
          <li key={song.id} data-flip={song.id} className={css.row} data-next={score === null || undefined}>
            <Cover src={song.cover} seed={song.id} size="fill" className={css.cover} />
            <span className={css.names}>
              <b className={css.title} dir="auto">
                {song.title}
              </b>
              <span className={css.artists} dir="auto">
                {song.artists.map(({ name }) => name).join(', ')}
              </span>
            </span>
            {score !== null && <span className={css.score}>{score > 0 ? `+${score}` : score}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
