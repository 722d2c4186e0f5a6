import type { Invite } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { requestListening, wasListening } from '../../shared/browser/sound/listen-request.ts'
import { allowSound } from '../../shared/browser/sound/page-audio.ts'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { PlayingMark } from '../../shared/ui/media/PlayingMark.tsx'
import { pressableRow, Row } from '../../shared/ui/layout/Row.tsx'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import css from './HomeList.module.css'

/** One session of the home list: cover, title, the people in it, and whether it is playing or paused (H8). */
export function SessionItem({ invite, selected }: { invite: Invite; selected: boolean }) {
  const { t } = useTranslation()
  const { song, mode, pausedAt } = invite.nowPlaying
  const plays = invite.playing && mode === 'active'
  /** Starts the sound in the handler of this press, because browsers allow sound only in a user gesture (M12). */
  function listen(): void {
    if (!plays || selected || !wasListening()) return
    requestListening(invite.session_uuid)
    allowSound()
  }
  const words = [
    pausedAt !== undefined && t('home.paused'),
    plays && song ? song.title : t('home.active', { count: invite.active }),
    invite.invitedBy && t('home.invitedBy', { name: invite.invitedBy.username }),
  ]
  return (
    <ShellLink
      to={screenPath.session(invite.session_uuid)}
      className={pressableRow}
      onClick={listen}
      {...(selected && { 'aria-current': 'page' as const })}
    >
      <Row
        selected={selected}
        start={
          song && mode === 'active' ? (
            <Cover src={song.cover} seed={song.id} size={56} />
          ) : (
            <span className={css.placeholder}>
              <Icon name={invite.managed ? 'options' : 'radio'} size={24} />
            </span>
          )
        }
        title={invite.title || t('home.untitled')}
        detail={words.filter(Boolean).join(' · ')}
        end={
          <>
            {plays && (
              <>
                <PlayingMark size={16} />
                <span className="visually-hidden">{t('home.playing')}</span>
              </>
            )}
            {invite.active > 0 && (
              <span className={css.count} title={t('home.active', { count: invite.active })}>
                <Icon name="person" size={14} />
                {invite.active}
              </span>
            )}
          </>
        }
      />
    </ShellLink>
  )
}
