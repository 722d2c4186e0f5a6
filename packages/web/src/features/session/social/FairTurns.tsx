import type { MatcherListener, Matcher } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../shared/store/store.ts'
import { nameInText, PersonName } from '../../../shared/ui/media/PersonName.tsx'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import type { SessionView } from '../model/session-view.ts'
import { TurnMark } from '../TurnMark.tsx'
import { useRandomMode } from '../model/use-random-mode.ts'
import css from './FairTurns.module.css'
import social from './SocialTab.module.css'

/**
 * The turns of random mode: the number of songs of each person, how many of the last songs were played for each
 * person, and who is next (P2).
 */
export function FairTurns({ shared }: { shared: SessionView['shared'] }) {
  const { t } = useTranslation()
  const { loading, reload } = useRandomMode(shared)
  return (
    <section>
      <h3 className={social.heading}>{t('session.fairTurns.title')}</h3>
      <p className={social.hint}>{t('session.fairTurns.text')}</p>
      {loading.state === 'loading' && <SkeletonRows count={2} label={t('session.fairTurns.loading')} />}
      {loading.state === 'failed' && <ErrorState refused={loading.refused} onRetry={reload} />}
      {loading.state === 'ready' && <TurnList randomMode={loading.value} />}
    </section>
  )
}

/**
 * The number of people above the button "Show all". It is small, so that the invite button below stays on the screen.
 */
const SHOWN_FIRST = 8

function TurnList({ randomMode }: { randomMode: Matcher }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { listeners, listenerCount, picked, voted } = randomMode
  const shown = all ? listeners : listeners.slice(0, SHOWN_FIRST)
  const played = picked + voted
  return (
    <>
      {listeners.length === 0 && <p className={css.note}>{t('session.fairTurns.none')}</p>}
      {listeners.length > 0 && <Legend played={played} />}
      <ol>
        {shown.map((listener) => (
          <li key={listener.user.id}>
            <ListenerTurns listener={listener} among={listeners} played={played} />
          </li>
        ))}
      </ol>
      {shown.length < listeners.length && (
        <Button tone="quiet" size="s" icon="expand_more" onClick={() => setAll(true)}>
          {t('session.fairTurns.all', { count: listeners.length })}
        </Button>
      )}
      {listenerCount > listeners.length && (
        <p className={social.hint}>
          {t('session.fairTurns.more', { count: listenerCount - listeners.length })}
        </p>
      )}
      <PeopleWithoutSongs randomMode={randomMode} />
    </>
  )
}

/** Explains the colours of the bars. */
function Legend({ played }: { played: number }) {
  const { t } = useTranslation()
  if (played === 0) return <p className={css.note}>{t('session.fairTurns.nothingYet')}</p>
  return (
    <p className={css.legend} aria-hidden>
      <span className={css.picked} />
      {t('session.fairTurns.picked')}
      <span className={css.voted} />
      {t('session.fairTurns.voted')}
    </p>
  )
}

type ListenerTurnsProps = {
  listener: MatcherListener
  among: readonly MatcherListener[]
  /** The number of recently played songs of all people together. A full bar has this length. */
  played: number
}

function ListenerTurns({ listener, among, played }: ListenerTurnsProps) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const { user, songs, picked, voted } = listener
  return (
    <>
      <Row
        wraps
        dimmed={songs === 0}
        start={<Avatar person={user} />}
        title={
          <>
            <PersonName person={user} />
            {user.id === ownId && ` · ${t('session.social.you')}`}
          </>
        }
        detail={
          <>
            {played > 0 && <PlayedCount listener={listener} count={played} />}
            {t('session.fairTurns.songs', { count: songs })}
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

/** The number of recently played songs for this person. Screen readers get a text instead of the bar. */
function PlayedCount({ listener: { picked, voted }, count }: { listener: MatcherListener; count: number }) {
  const { t } = useTranslation()
  const played = picked + voted
  if (played === 0) return `${t('session.fairTurns.nonePlayed', { count })} · `
  return (
    <>
      <span aria-hidden>{`${t('session.fairTurns.played', { played, count })} · `}</span>
      <span className="visually-hidden">
        {`${t('session.fairTurns.playedWords', { played, count, picked, voted })} `}
      </span>
    </>
  )
}

function PeopleWithoutSongs({ randomMode: { without, withoutCount } }: { randomMode: Matcher }) {
  const { t } = useTranslation()
  if (withoutCount === 0) return null
  const names = without.map((person) => nameInText(t, person)).join(', ')
  const count = withoutCount - without.length
  return (
    <p className={css.without}>
      {count > 0
        ? t('session.fairTurns.withoutMore', { names, count })
        : t('session.fairTurns.without', { names })}
    </p>
  )
}
