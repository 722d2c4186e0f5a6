import type { NowPlaying, Provider, SharedSession } from '@jointly/contract'
import { type CSSProperties, type ReactNode, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../shared/i18n/artist-names.ts'
import { setColourPairs } from '../../shared/ui/media/avatar-colours.ts'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { LogoMark } from '../../shared/ui/media/Logo.tsx'
import { nameInText } from '../../shared/ui/media/PersonName.tsx'
import { JoinCard } from './JoinCard.tsx'
import { NextSongs } from './NextSongs.tsx'
import { StageClock } from './StageClock.tsx'
import { StageFrame } from './StageFrame.tsx'
import { StagePeople } from './StagePeople.tsx'
import { StageProgress } from './StageProgress.tsx'
import { useCoverLights } from './use-cover-lights.ts'
import { useWakeLock } from './use-wake-lock.ts'
import css from './StageView.module.css'

type StageProps = {
  shared: SharedSession
  provider: (Provider & { linkOrigin: string }) | null
  serverNow: () => number | null
  /** Whether the live connection is open. */
  isConnected: boolean
  /** The state of the sound. The value is always `ok` on a screen without sound. */
  sound: 'ok' | 'blocked' | 'trouble'
  /** The element that shows the reactions of people. */
  reactions?: ReactNode
}

/** Shows a session on a big screen (X8). */
export function StageView({ shared, provider, serverNow, isConnected, sound, reactions }: StageProps) {
  const { t } = useTranslation()
  const { session, nowPlaying, active, activeCount } = shared
  const { song } = nowPlaying
  const cover = song?.cover ?? null
  const lights = useCoverLights(cover)
  const staysAwake = useWakeLock()
  useLayoutEffect(() => setColourPairs(shared.colours), [shared.colours])
  const note = noteOf({ isConnected, sound, staysAwake })
  return (
    <StageFrame lights={lights} cover={cover} mayBlur={provider?.blurCover === true}>
      <div className={css.stage}>
        <header className={css.top}>
          <span className={css.mark}>
            <LogoMark size={40} />
          </span>
          <b className={css.session} dir="auto">
            {session.title}
          </b>
          <StageClock className={css.clock} serverNow={serverNow} />
        </header>
        <section className={css.now}>
          {song && (
            <Cover key={song.id} className={css.cover} src={song.cover} seed={song.id} size="fill" isMain />
          )}
          <NowTitle key={`${song?.id} ${nowPlaying.startTime}`} nowPlaying={nowPlaying} />
          {song && <StageProgress nowPlaying={nowPlaying} serverNow={serverNow} />}
        </section>
        <NextSongs shared={shared} />
        <div className={css.people}>
          <StagePeople active={active} activeCount={activeCount} />
          <p className={css.note} role="status">
            {note && t(`stage.${note}`)}
          </p>
        </div>
        <div className={css.join}>
          <JoinCard session={session} origin={provider?.linkOrigin ?? location.origin} />
        </div>
      </div>
      {reactions}
    </StageFrame>
  )
}

/** Returns the most important note, because there is space for only one. */
function noteOf(state: { isConnected: boolean; sound: StageProps['sound']; staysAwake: boolean }) {
  if (!state.isConnected) return 'lost'
  if (state.sound === 'blocked') return 'blocked'
  if (state.sound === 'trouble') return 'soundTrouble'
  return state.staysAwake ? null : 'noSleepLock'
}

/**
 * The first character that counts as one and a half Latin letters. All later characters count the same, for example
 * Chinese and Japanese characters.
 */
const WIDE_FROM = '\u2e80'

/** Returns the width of a title, measured in Latin letters. The style sheet uses it to calculate the font size. */
const lettersOf = (title: string): number =>
  [...title].reduce((width, character) => width + (character < WIDE_FROM ? 1 : 1.5), 0)

function NowTitle({ nowPlaying: { song, by, chosen, pausedAt } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation()
  if (song === null)
    return (
      <div className={css.words}>
        <h1 className={css.title}>{t('stage.nothing')}</h1>
        <p className={css.hint}>{t('stage.nothingText')}</p>
      </div>
    )
  const letters: CSSProperties & Record<'--letters', number> = { '--letters': lettersOf(song.title) }
  const name = by && nameInText(t, by)
  const reason =
    chosen === 'vote'
      ? name === null
        ? t('stage.voted')
        : t('stage.votedBy', { name })
      : name === null
        ? t(chosen === 'fallback' ? 'stage.fallback' : 'stage.random')
        : t('stage.randomFor', { name })
  return (
    <div className={css.words}>
      <h1 className={css.title} style={letters} dir="auto">
        {song.title}
      </h1>
      <p className={css.artists} dir="auto">
        {artistNames(song)}
      </p>
      {pausedAt === undefined ? (
        chosen && <p className={css.chosen}>{reason}</p>
      ) : (
        <p className={css.paused} role="status">
          <Icon name="pause" />
          {t('stage.paused')}
        </p>
      )}
    </div>
  )
}
