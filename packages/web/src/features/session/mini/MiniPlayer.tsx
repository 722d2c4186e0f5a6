import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../../shared/i18n/artist-names.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { ShellLink } from '../../../shared/ui/buttons/ShellLink.tsx'
import { Cover } from '../../../shared/ui/media/Cover.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { SessionView } from '../model/session-view.ts'
import { SkipButton } from '../now-playing/SkipButton.tsx'
import { useFocusHandover } from '../../../shared/ui/layout/use-focus-handover.ts'
import css from './MiniPlayer.module.css'

type MiniPlayerProps = {
  ssid: string
  view: SessionView
  /** Whether this person hears the session now. */
  sounding: boolean
  /** A text that explains why this person hears nothing. Null if no explanation is needed. */
  status: string | null
  /** The play button and the volume control of the player. */
  toggle: ReactNode
  volume: ReactNode
  onLeave: () => void
}

/**
 * Finds the heading of the screen above the mini-player. The heading gets the focus when the mini-player disappears.
 */
const headingOf = (mini: HTMLElement) => mini.closest('main')?.querySelector<HTMLElement>('h1[tabindex]')

/** The open session at the lower edge of another screen (M1). A press on the song opens the screen of the session. */
export function MiniPlayer(props: MiniPlayerProps) {
  const { ssid, view, sounding, status, toggle, volume, onLeave } = props
  const { t } = useTranslation()
  const mini = useFocusHandover(headingOf)
  const { session, nowPlaying, activeCount } = view.shared
  const { title } = session
  const { song, pausedAt } = nowPlaying
  // While the session is paused, no person hears it. So the text is about the pause, and not about this person's
  // sound (H8).
  const quiet = pausedAt === undefined ? status : t('session.pause.paused')
  return (
    <section
      ref={mini}
      className={css.mini}
      aria-label={t('session.mini.label')}
      data-mini-player
      data-sounding={sounding || undefined}
    >
      <ShellLink to={screenPath.session(ssid)} className={css.open} title={t('session.mini.open', { title })}>
        <Cover src={song?.cover ?? null} seed={song?.id ?? session.uuid} size={48} />
        <span className={css.words}>
          <span className="visually-hidden">{`${t('session.mini.open', { title })}: `}</span>
          <strong className={css.title} dir="auto">
            {song?.title ?? title}
          </strong>
          <span className={css.detail}>
            <span className={css.people} title={t('session.here', { count: activeCount })}>
              <Icon name="friends" size={14} />
              <span aria-hidden>{activeCount}</span>
              <span className="visually-hidden">{`${t('session.here', { count: activeCount })}. `}</span>
            </span>
            <span className="one-line" dir="auto">
              {quiet ?? (song === null ? t('session.head.nothing') : artistNames(song))}
            </span>
          </span>
        </span>
      </ShellLink>
      <div className={css.volume}>{volume}</div>
      {toggle}
      <SkipButton isSmall view={view} />
      <IconButton icon="close" label={t('session.mini.close', { title })} onClick={onLeave} />
    </section>
  )
}
