import type { PublicUser, SharedSession, Song } from '@jointly/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../shared/i18n/artist-names.ts'
import { useFlip } from '../../shared/ui/layout/use-flip.ts'
import { Avatar } from '../../shared/ui/media/Avatar.tsx'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { votersOf } from '../../shared/ui/media/voters-of.ts'
import css from './NextSongs.module.css'

/**
 * The maximum number of songs in the list. Screens in portrait format show all of them. On other screens, the style
 * sheet hides the songs that do not fit.
 */
const SHOWN_SONGS = 6

/** The maximum number of voters whose pictures are shown beside a song. */
const SHOWN_FACES = 3

type NextSongsProps = { shared: Pick<SharedSession, 'next' | 'votes' | 'voters'> }
type Row = { song: Song; score: number | null; people: readonly PublicUser[] }

/**
 * The announced song, and the songs of the vote list that may play and whose score is not negative. Each song is shown
 * with the people who voted for it. When votes change the order, the rows move to their new positions.
 */
export function NextSongs({ shared: { next, votes, voters } }: NextSongsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const rows: Row[] = [
    ...(next ? [{ song: next.song, score: null, people: [] }] : []),
    ...votes
      .filter(({ song, score, why }) => song.id !== next?.song.id && score >= 0 && why.rule !== 'refused')
      .map((vote) => ({ song: vote.song, score: vote.score, people: votersOf(vote, voters) })),
  ].slice(0, SHOWN_SONGS)
  useFlip(
    list,
    rows.map(({ song }) => song.id),
  )
  return (
    <section className={css.next}>
      <h2 className={css.heading}>{t(rows.length > 0 ? 'stage.upNext' : 'stage.noVotes')}</h2>
      <ol ref={list} className={css.list}>
        {rows.map(({ song, score, people }) => (
          <li key={song.id} data-flip={song.id} className={css.row} data-next={score === null || undefined}>
            <Cover src={song.cover} seed={song.id} size="fill" className={css.cover} />
            <span className={css.names}>
              <b className={css.title} dir="auto">
                {song.title}
              </b>
              <span className={css.artists} dir="auto">
                {artistNames(song)}
              </span>
            </span>
            {people.length > 0 && (
              <span className={css.faces} aria-hidden>
                {people.slice(0, SHOWN_FACES).map((person) => (
                  <span key={person.id} className={css.face}>
                    <Avatar person={person} size={100} />
                  </span>
                ))}
              </span>
            )}
            {score !== null && <span className={css.score}>{score > 0 ? `+${score}` : score}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
