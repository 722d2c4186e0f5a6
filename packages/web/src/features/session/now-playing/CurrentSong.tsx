import type { NowPlaying, PublicUser, Song } from '@jointly/contract'
import { mayPause } from '@jointly/domain'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../../shared/i18n/artist-names.ts'
import { isPreparedShown } from '../../../shared/browser/prepared-screen.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { PlayingMark } from '../../../shared/ui/media/PlayingMark.tsx'
import type { SessionView } from '../model/session-view.ts'
import { SongTitle } from '../SongTitle.tsx'
import type { ServerNow } from '../time.ts'
import { PauseButton } from './PauseButton.tsx'
import { SkipButton } from './SkipButton.tsx'
import { SongPosition } from './SongPosition.tsx'
import css from './CurrentSong.module.css'

/** The number of covers that are shown while no song plays. */
const SHOWN_COVERS = 3

/** What the screen of the session shows of this person's player. */
export type PlayerParts = {
  /** Whether this person hears the session now. */
  sounding: boolean
  /** The play button, and the text about this person's sound. */
  toggle: ReactNode
  note: ReactNode
  /** A text that explains why there is no sound and how to get it. */
  help: ReactNode
  volume: ReactNode
}

type CurrentSongProps = {
  view: SessionView
  serverNow: ServerNow
  player: PlayerParts
  /** The reactions, which are shown over the lower edge of the cover. */
  reactions: ReactNode
  /** Opens the search. */
  onSearch: () => void
}

/** The main area of the session: the current song, with the controls of the player. */
export function CurrentSong({ view, serverNow, player, reactions, onSearch }: CurrentSongProps) {
  const { sounding, toggle, note, help, volume } = player
  const { shared, you } = view
  const { nowPlaying } = shared
  // The page that is shown before the app starts may already contain this song (J11). Then the song appears here
  // without an animation.
  const [preparedSong] = useState(() => (isPreparedShown() ? nowPlaying.song?.id : undefined))
  // Whether a song has played here. If no song plays after that, no person in the session has songs for random mode.
  const [hasPlayed, setHasPlayed] = useState(false)
  if (!hasPlayed && nowPlaying.song !== null) setHasPlayed(true)
  const isStill = preparedSong !== undefined && preparedSong === nowPlaying.song?.id
  return (
    <section className={css.area}>
      <div className={css.layout} data-still={isStill || undefined}>
        <div className={css.art}>
          <div className={css.glow} data-sounding={sounding || undefined} />
          {nowPlaying.song === null ? (
            <WaitingCovers songs={shared.votes.slice(0, SHOWN_COVERS).map((row) => row.song)} />
          ) : (
            <Cover
              key={nowPlaying.song.id}
              className={css.cover}
              src={nowPlaying.song.cover}
              seed={nowPlaying.song.id}
              size="fill"
              isMain
            />
          )}
        </div>
        {reactions}
        <div className={css.deck}>
          <NowPlayingHeader
            nowPlaying={nowPlaying}
            empty={shared.votes.length > 0 || shared.next !== null ? 'play' : hasPlayed ? 'no-songs' : 'vote'}
            onSearch={onSearch}
            sounding={sounding}
          />
          {nowPlaying.song !== null && <SongPosition nowPlaying={nowPlaying} serverNow={serverNow} />}
          {help}
          <div className={css.controls}>
            {note}
            {toggle}
            <SkipButton view={view} />
          </div>
          {nowPlaying.song !== null && mayPause(you.role) && (
            <PauseButton isPaused={nowPlaying.pausedAt !== undefined} />
          )}
          <div className={css.volume}>{volume}</div>
        </div>
      </div>
    </section>
  )
}

/** The covers of the first songs in the vote list, while no song plays. */
function WaitingCovers({ songs }: { songs: readonly Song[] }) {
  if (songs.length === 0)
    return (
      <span className={css.noCover}>
        <Icon name="record" size={72} />
      </span>
    )
  return (
    <span className={css.fan}>
      {songs.map((song, index) => (
        <Cover
          key={song.id}
          className={css.card}
          src={song.cover}
          seed={song.id}
          size="fill"
          isMain={index === 0}
        />
      ))}
    </span>
  )
}

const hints = {
  play: 'session.head.nothingHint',
  vote: 'session.head.voteFirst',
  'no-songs': 'session.head.noSongs',
} as const

function NowPlayingHeader({
  nowPlaying,
  empty,
  sounding,
  onSearch,
}: {
  nowPlaying: NowPlaying
  /**
   * Selects the text while no song plays. `play`: press play. `vote`: vote for a song. `no-songs`: the music has
   * ended, because no person in the session has songs.
   */
  empty: 'play' | 'vote' | 'no-songs'
  sounding: boolean
  onSearch: () => void
}) {
  const { t } = useTranslation()
  const { song } = nowPlaying
  if (song === null)
    return (
      <header className={css.header}>
        <h2 className={css.song}>
          {t(empty === 'no-songs' ? 'session.head.ended' : 'session.head.nothing')}
        </h2>
        <p className={css.chosen}>{t(hints[empty])}</p>
        {empty === 'no-songs' && (
          <Button tone="primary" icon="search" onClick={onSearch}>
            {t('session.votes.emptyAction')}
          </Button>
        )}
      </header>
    )
  return (
    <header className={css.header} key={`${song.id} ${nowPlaying.startTime}`}>
      <h2 className={css.song} dir="auto">
        <SongTitle song={song} />
      </h2>
      <p className={css.artists} dir="auto">
        {artistNames(song)}
      </p>
      <p className={css.chosen}>
        <PlayingMark paused={!sounding} size={18} />
        {nowPlaying.pausedAt === undefined ? (
          <ChosenBy nowPlaying={nowPlaying} />
        ) : (
          <PausedBy person={nowPlaying.pausedBy} />
        )}
      </p>
    </header>
  )
}

/** The text that the music is paused, with the name of the person who paused it (H8). */
function PausedBy({ person }: { person: PublicUser | undefined }) {
  const { t } = useTranslation()
  const text = person ? t('session.pause.by', { name: nameInText(t, person) }) : t('session.pause.paused')
  return (
    <strong role="status" className={css.paused}>
      {text}
    </strong>
  )
}

function ChosenBy({ nowPlaying: { chosen, by } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation()
  if (chosen === 'vote')
    return (
      <span>{by ? t('session.head.votedBy', { name: nameInText(t, by) }) : t('session.head.voted')}</span>
    )
  if (chosen === 'fallback') return <span>{t('session.head.fallback')}</span>
  if (chosen === 'random')
    return (
      <span>{by ? t('session.head.randomFor', { name: nameInText(t, by) }) : t('session.head.random')}</span>
    )
  return null
}
