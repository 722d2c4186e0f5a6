import type { Invite } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { artistNames } from '../../shared/i18n/artist-names.ts'
import { useLiveInvites } from '../../shared/store/use-open-session.ts'
import { useStore } from '../../shared/store/store.ts'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { LogoMark } from '../../shared/ui/media/Logo.tsx'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import { twoColumns } from '../../shared/ui/layout/Panel.tsx'
import { PlayingMark } from '../../shared/ui/media/PlayingMark.tsx'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { JoinByCode } from './JoinByCode.tsx'
import css from './HomeMain.module.css'

/** The part of the home screen beside the home list: the sessions that play now, and the code field. */
export function HomeMain() {
  const { t } = useTranslation()
  const playing = useLiveInvites().filter(({ playing, nowPlaying }) => playing && nowPlaying.song)
  const name = useStore((state) => state.user?.username ?? '')
  const isPlaying = playing.length > 0
  return (
    <section className={isPlaying ? css.main : `${css.main} ${css.centre}`}>
      {!isPlaying && <LogoMark size={168} />}
      <PageHeading className={css.title} title={isPlaying ? t('home.onAir') : t('home.welcome', { name })} />
      {/* The code field has the same parent in both layouts. Otherwise it would lose its text when a session starts. */}
      <div className={isPlaying ? `${twoColumns} ${css.columns}` : css.single}>
        {isPlaying && (
          <ul className={css.grid}>
            {playing.map((invite) => (
              <li key={invite.session_uuid}>
                <PlayingSession invite={invite} />
              </li>
            ))}
          </ul>
        )}
        <JoinByCode />
      </div>
    </section>
  )
}

function PlayingSession({ invite }: { invite: Invite }) {
  const { t } = useTranslation()
  const { song } = invite.nowPlaying
  if (!song) return null
  return (
    <ShellLink to={screenPath.session(invite.session_uuid)} className={css.card}>
      <Cover src={song.cover} seed={song.id} size="fill" className={css.cover} />
      <span className={css.room}>
        <PlayingMark /> <bdi>{invite.title}</bdi>
      </span>
      <strong className={css.song} dir="auto">
        {song.title}
      </strong>
      <span className={css.text} dir="auto">
        {artistNames(song)}
      </span>
      <span className={css.text}>{t('home.active', { count: invite.active })}</span>
    </ShellLink>
  )
}
