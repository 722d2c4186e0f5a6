import type { MatchedListener, Matcher } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import type { Inside } from '../model/merge.ts'
import { TurnMark } from '../TurnMark.tsx'
import { useMatcher } from '../use-matcher.ts'
import css from './Shares.module.css'
import social from './SocialTab.module.css'

/** Who brought songs, how many of theirs played lately, and whose turn is next: the turns of random mode, to be seen (P2). */
export function Shares({ shared }: { shared: Inside['shared'] }) {
  const { t } = useTranslation()
  const { loading, reload } = useMatcher(shared)
  return (
    <section>
      <h3 className={social.heading}>{t('session.shares.title')}</h3>
      <p className={social.hint}>{t('session.shares.text')}</p>
      {loading.state === 'loading' && (
        <>
          <p role="status" className="visually-hidden">
            {t('session.shares.loading')}
          </p>
          <SkeletonRows count={2} />
        </>
      )}
      {loading.state === 'failed' && <ErrorState text={errorText(t, loading.refused)} onRetry={reload} />}
      {loading.state === 'ready' && <Shared matcher={loading.value} />}
    </section>
  )
}

/** So many are shown until all are asked for: the way to invite people stands below. */
const SHOWN_FIRST = 8

function Shared({ matcher }: { matcher: Matcher }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { listeners, listenerCount, picked, voted } = matcher
  const shown = all ? listeners : listeners.slice(0, SHOWN_FIRST)
  const played = picked + voted
  return (
    <>
      {listeners.length === 0 && <p className={css.note}>{t('session.shares.none')}</p>}
      {listeners.length > 0 && <Legend played={played} />}
      <ol>
        {shown.map((listener) => (
          <li key={listener.user.id}>
            <Share listener={listener} among={listeners} played={played} />
          </li>
        ))}
      </ol>
      {shown.length < listeners.length && (
        <Button tone="quiet" size="s" icon="expand_more" onClick={() => setAll(true)}>
          {t('session.shares.all', { count: listeners.length })}
        </Button>
      )}
      {listenerCount > listeners.length && (
        <p className={social.hint}>{t('session.shares.more', { count: listenerCount - listeners.length })}</p>
      )}
      <Without matcher={matcher} />
    </>
  )
}

/** What the colours of the bars say. */
function Legend({ played }: { played: number }) {
  const { t } = useTranslation()
  if (played === 0) return <p className={css.note}>{t('session.shares.nothingYet')}</p>
  return (
    <p className={css.legend} aria-hidden>
      <span className={css.picked} />
      {t('session.shares.picked')}
      <span className={css.voted} />
      {t('session.shares.voted')}
    </p>
  )
}

type ShareProps = {
  listener: MatchedListener
  among: readonly MatchedListener[]
  /** How many songs played lately, of whomever: the full length of the bar. */
  played: number
}

function Share({ listener, among, played }: ShareProps) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const { user, songs, picked, voted } = listener
  const name = user.id === ownId ? `${user.username} · ${t('session.social.you')}` : user.username
  return (
    <>
      <Row
        dimmed={songs === 0}
        start={<Avatar name={user.username} />}
        title={name}
        detail={
          <>
            {played > 0 && <Played listener={listener} count={played} />}
            {t('session.shares.songs', { count: songs })}
          </>
        }
        end={<TurnMark listener={listener} among={among} />}
      />
      {played > 0 && (
        <div className={css.bar} aria-hidden>
          <span className={css.picked} style={{ width: `${(100 * picked) / played}%` }} />
          <span className={css.voted} style={{ width: `${(100 * voted) / played}%` }} />
        </div>
      )}
    </>
  )
}

/** How many of the last songs were theirs; what the bar's colours tell is for the ear in words. */
function Played({ listener: { picked, voted }, count }: { listener: MatchedListener; count: number }) {
  const { t } = useTranslation()
  const played = picked + voted
  if (played === 0) return `${t('session.shares.nonePlayed', { count })} · `
  return (
    <>
      <span aria-hidden>{`${t('session.shares.played', { played, count })} · `}</span>
      <span className="visually-hidden">
        {`${t('session.shares.playedWords', { played, count, picked, voted })} `}
      </span>
    </>
  )
}

function Without({ matcher: { without, withoutCount } }: { matcher: Matcher }) {
  const { t } = useTranslation()
  if (withoutCount === 0) return null
  const names = without.map(({ username }) => username).join(', ')
  const count = withoutCount - without.length
  return (
    <p className={css.without}>
      {count > 0 ? t('session.shares.withoutMore', { names, count }) : t('session.shares.without', { names })}
    </p>
  )
}
