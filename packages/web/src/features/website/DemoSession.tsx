import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReducedMotion } from '../../shared/browser/media.ts'
import { Avatar } from '../../shared/ui/Avatar.tsx'
import { Cover } from '../../shared/ui/Cover.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PlayingMark } from '../../shared/ui/PlayingMark.tsx'
import { useFlip } from '../../shared/ui/use-flip.ts'
import css from './DemoSession.module.css'
import { type DemoSong, demoAt } from './demo-votes.ts'

const VOTE_EVERY_MS = 2200
const people = ['Mia', 'Jon', 'Aylin', 'Theo']

/** A session in miniature: votes arrive and the list follows. Read aloud as one picture. */
export function DemoSession() {
  const { t } = useTranslation()
  const still = useReducedMotion()
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (still) return
    const timer = setInterval(() => setStep((before) => before + 1), VOTE_EVERY_MS)
    return () => clearInterval(timer)
  }, [still])
  const songs = demoAt(step)
  const artists: Record<string, string> = t('website.demo.songs', { returnObjects: true })
  const list = useRef<HTMLDivElement>(null)
  useFlip(
    list,
    songs.map((song) => song.title),
  )
  return (
    <div className={css.demo} role="img" aria-label={t('website.demo.label')}>
      <div className={css.now}>
        <Cover src={null} seed="Paper Lanterns" size={92} className={css.cover} />
        <div className={css.words}>
          <span className={css.label}>
            <PlayingMark /> {t('website.demo.now')}
          </span>
          <strong className={css.title}>Paper Lanterns</strong>
          <span className={css.artist}>{artists['Paper Lanterns']}</span>
        </div>
      </div>
      <div className={css.room}>
        <span>{t('website.demo.room')}</span>
        <span className={css.people}>
          {people.map((name) => (
            <Avatar key={name} name={name} size={26} />
          ))}
        </span>
      </div>
      <div ref={list} className={css.list}>
        {songs.map((song) => (
          <DemoRow key={song.title} song={song} artist={artists[song.title] ?? ''} step={step} />
        ))}
      </div>
    </div>
  )
}

function DemoRow({ song, artist, step }: { song: DemoSong; artist: string; step: number }) {
  return (
    <div className={css.row} data-flip={song.title}>
      <Cover src={null} seed={song.title} size={44} />
      <div className={css.words}>
        <span className={css.song}>{song.title}</span>
        <span className={css.artist}>{artist}</span>
      </div>
      <span
        className={css.vote}
        data-kind="up"
        key={`up${song.touched === 'up' ? step : ''}`}
        data-touched={song.touched === 'up' || undefined}
      >
        <Icon name="thumb_up" size={16} /> {song.upvotes}
      </span>
      <span
        className={css.vote}
        data-kind="down"
        key={`down${song.touched === 'down' ? step : ''}`}
        data-touched={song.touched === 'down' || undefined}
      >
        <Icon name="thumb_down" size={16} /> {song.downvotes}
      </span>
    </div>
  )
}
