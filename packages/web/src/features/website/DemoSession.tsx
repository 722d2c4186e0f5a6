import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReducedMotion } from '../../shared/browser/layout/media.ts'
import { Avatar } from '../../shared/ui/media/Avatar.tsx'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { PlayingMark } from '../../shared/ui/media/PlayingMark.tsx'
import { useFlip } from '../../shared/ui/layout/use-flip.ts'
import css from './DemoSession.module.css'
import { type DemoSong, demoVotesAfter } from './demo-votes.ts'

const VOTE_EVERY_MS = 2200
const nowPlaying = 'Paper Lanterns'
const people = ['Mia', 'Jon', 'Aylin', 'Theo']

/**
 * A small demo session in which votes arrive and change the order of the songs. Screen readers treat it as one
 * picture.
 */
export function DemoSession() {
  const { t } = useTranslation()
  const hasReducedMotion = useReducedMotion()
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (hasReducedMotion) return
    const timer = setInterval(() => setStep((before) => before + 1), VOTE_EVERY_MS)
    return () => clearInterval(timer)
  }, [hasReducedMotion])
  const songs = demoVotesAfter(step)
  const artists: Record<string, string> = t('website.demo.songs', { returnObjects: true })
  const list = useRef<HTMLDivElement>(null)
  useFlip(
    list,
    songs.map((song) => song.title),
  )
  return (
    <div className={css.demo} role="img" aria-label={t('website.demo.label')}>
      <div className={css.now}>
        <Cover src={null} seed={nowPlaying} size={92} className={css.cover} />
        <div className={css.words}>
          <span className={css.label}>
            <PlayingMark /> {t('website.demo.now')}
          </span>
          <strong className={css.title}>{nowPlaying}</strong>
          <span className="secondary">{artists[nowPlaying]}</span>
        </div>
      </div>
      <div className={css.room}>
        <span>{t('website.demo.room')}</span>
        <span className={css.people}>
          {people.map((name) => (
            <Avatar key={name} person={{ id: name, username: name }} size={26} />
          ))}
        </span>
      </div>
      <div ref={list}>
        {songs.map((song) => (
          <DemoRow key={song.title} song={song} artist={artists[song.title] ?? ''} step={step} />
        ))}
      </div>
    </div>
  )
}

/** The icon is drawn here, so that the first screen need not load the file with the app's icons. */
const Thumb = () => (
  <svg className={css.thumb} viewBox="0 0 24 24" width="16" height="16" aria-hidden focusable={false}>
    <path d="M7 10v11M15 5.9 14 10h5.8a2 2 0 0 1 1.9 2.6l-2.3 8A2 2 0 0 1 17.5 22H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h2.8a2 2 0 0 0 1.8-1.1L12 2a3.1 3.1 0 0 1 3 3.9Z" />
  </svg>
)

function DemoRow({ song, artist, step }: { song: DemoSong; artist: string; step: number }) {
  return (
    <div className={css.row} data-flip={song.title}>
      <Cover src={null} seed={song.title} size={44} />
      <div className={css.words}>
        <span className={css.song}>{song.title}</span>
        <span className="secondary">{artist}</span>
      </div>
      {(['up', 'down'] as const).map((kind) => (
        <span
          className={css.vote}
          data-kind={kind}
          key={`${kind}${song.touched === kind ? step : ''}`}
          data-touched={song.touched === kind || undefined}
        >
          <Thumb /> {song[`${kind}votes`]}
        </span>
      ))}
    </div>
  )
}
