import type { Matcher } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../shared/api/error-text.ts'
import { PersonName } from '../../../../shared/ui/media/PersonName.tsx'
import { Avatar } from '../../../../shared/ui/media/Avatar.tsx'
import { Row } from '../../../../shared/ui/layout/Row.tsx'
import { SkeletonRows } from '../../../../shared/ui/states/Skeleton.tsx'
import type { SessionView } from '../../model/session-view.ts'
import { TurnMark } from '../../TurnMark.tsx'
import { useRandomMode } from '../../model/use-random-mode.ts'
import { withoutPlaylistsText } from '../../without-playlists-text.ts'
import { Card, CardNote } from '../components/Card.tsx'
import css from './RandomModePeopleSection.module.css'

/** The people for whom random mode chooses songs, how many songs each person has, and whose song is next (P2, D10). */
export function RandomModePeopleSection({ shared }: { shared: SessionView['shared'] }) {
  const { t } = useTranslation()
  const { loading } = useRandomMode(shared)
  return (
    <Card icon="radio" title={t('session.options.matcher.title')} text={t('session.options.matcher.text')}>
      {loading.state === 'loading' && <SkeletonRows count={2} />}
      {loading.state === 'failed' && <CardNote tone="bad">{errorText(t, loading.refused)}</CardNote>}
      {loading.state === 'ready' && loading.value.listeners.length === 0 && (
        <CardNote>{t('session.fairTurns.none')}</CardNote>
      )}
      {loading.state === 'ready' && (
        <ol className={css.listeners}>
          {loading.value.listeners.map((listener) => (
            <li key={listener.user.id}>
              <Row
                wraps
                dimmed={listener.songs === 0}
                start={<Avatar person={listener.user} />}
                title={<PersonName person={listener.user} />}
                detail={t('session.fairTurns.songs', { count: listener.songs })}
                end={<TurnMark listener={listener} among={loading.value.listeners} />}
              />
            </li>
          ))}
        </ol>
      )}
      {loading.state === 'ready' && <WithoutPlaylists randomMode={loading.value} />}
    </Card>
  )
}

/** The people from whom random mode takes no songs, because they have no playlists. */
function WithoutPlaylists({ randomMode: { without, withoutCount } }: { randomMode: Matcher }) {
  const { t } = useTranslation()
  const text = withoutPlaylistsText(t, { people: without, more: withoutCount - without.length })
  return text !== null && <CardNote>{text}</CardNote>
}
