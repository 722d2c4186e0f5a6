import type { Invite } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { artistNames } from '../../shared/i18n/artist-names.ts'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { Avatar } from '../../shared/ui/media/Avatar.tsx'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { PlayingMark } from '../../shared/ui/media/PlayingMark.tsx'
import css from './FriendSession.module.css'

/** The number of profile pictures beside the names. */
const FACES = 3

/** A session in which friends are (N3): its cover, title and song, and the friends in it. */
export function FriendSession({ invite }: { invite: Invite }) {
  const { t } = useTranslation()
  const { song, pausedAt } = invite.nowPlaying
  const friends = invite.friends ?? []
  return (
    <ShellLink to={screenPath.session(invite.session_uuid)} className={css.session}>
      <Cover
        src={song?.cover ?? null}
        seed={song?.id ?? invite.session_uuid}
        size={88}
        className={css.cover}
      />
      <span className={css.words}>
        <span className={css.title}>
          {invite.playing && (
            <>
              <PlayingMark /> <span className="visually-hidden">{t('home.playing')}</span>{' '}
            </>
          )}
          <bdi>{invite.title || t('home.untitled')}</bdi>
        </span>
        {song ? (
          <strong className={css.song} dir="auto">
            {song.title}
          </strong>
        ) : (
          <span className={css.text}>{t('friends.nothingPlays')}</span>
        )}
        {song && (
          <span className={css.text} dir="auto">
            {pausedAt === undefined ? artistNames(song) : t('home.paused')}
          </span>
        )}
        <span className={css.people}>
          {friends.length > 0 && (
            <span className={css.faces}>
              {friends.slice(0, FACES).map((friend) => (
                <Avatar key={friend.id} person={friend} size={24} />
              ))}
            </span>
          )}
          <span className={css.text}>
            {[
              friends.map(({ username }) => username).join(', '),
              t('home.active', { count: invite.active }),
              invite.invitedBy && t('home.invitedBy', { name: invite.invitedBy.username }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </span>
    </ShellLink>
  )
}
