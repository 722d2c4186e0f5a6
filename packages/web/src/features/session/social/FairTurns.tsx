import type { Matcher, MatcherListener, MatcherOther, PublicUser } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../shared/store/store.ts'
import { PersonName } from '../../../shared/ui/media/PersonName.tsx'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { HandoverButton } from '../../../shared/ui/buttons/HandoverButton.tsx'
import { firstAddedRow } from '../../../shared/ui/layout/first-added-row.ts'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { StaleNote } from '../../../shared/ui/states/StaleNote.tsx'
import { ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import type { SessionView } from '../model/session-view.ts'
import { TurnMark } from '../TurnMark.tsx'
import { withoutPlaylistsText } from '../without-playlists-text.ts'
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
    <section tabIndex={-1}>
      <h3 className={social.heading}>{t('session.fairTurns.title')}</h3>
      <p className={social.hint}>{t('session.fairTurns.text')}</p>
      {loading.state === 'loading' && <SkeletonRows count={2} label={t('session.fairTurns.loading')} />}
      {loading.state === 'failed' && <ErrorState refused={loading.refused} onRetry={reload} />}
      {loading.state === 'ready' && <TurnList randomMode={loading.value} />}
      {loading.state === 'ready' && <StaleNote loading={loading} onRetry={reload} />}
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
  const { listeners, listenerCount, without, picked, voted } = randomMode
  // People without playlists have a row if songs that they voted for played.
  const people = [...listeners, ...without.filter((person) => person.picked + person.voted > 0)]
  const shown = all ? people : people.slice(0, SHOWN_FIRST)
  const played = picked + voted
  return (
    <>
      {listeners.length === 0 && <p className={css.note}>{t('session.fairTurns.none')}</p>}
      {people.length > 0 && <Legend played={played} />}
      <ol>
        {shown.map((person, index) => (
          <li key={userOf(person).id} tabIndex={index < SHOWN_FIRST ? undefined : -1}>
            <PlayedSongs person={person} among={listeners} played={played} />
          </li>
        ))}
      </ol>
      <div>
        {shown.length < people.length && (
          <HandoverButton
            tone="quiet"
            size="s"
            icon="expand_more"
            findNext={firstAddedRow}
            onClick={() => setAll(true)}
          >
            {t('session.fairTurns.all', { count: people.length })}
          </HandoverButton>
        )}
      </div>
      {listenerCount > listeners.length && (
        <p className={social.hint}>
          {t('session.fairTurns.more', { count: listenerCount - listeners.length })}
        </p>
      )}
      <WithoutPlaylists randomMode={randomMode} />
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

type PlayedSongsProps = {
  person: MatcherListener | MatcherOther
  /** Everyone in random mode. */
  among: readonly MatcherListener[]
  /** The number of recently played songs of all people together. A full bar has this length. */
  played: number
}

const userOf = (person: MatcherListener | MatcherOther): PublicUser =>
  'user' in person ? person.user : person

/** A person, the number of songs for random mode, and a bar with the share of the songs that played. */
function PlayedSongs({ person, among, played }: PlayedSongsProps) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const user = userOf(person)
  const songs = 'songs' in person ? person.songs : null
  const { picked, voted } = person
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
            {played > 0 && <PlayedCount {...{ picked, voted }} count={played} />}
            {songs === null
              ? t('session.fairTurns.noPlaylists')
              : t('session.fairTurns.songs', { count: songs })}
          </>
        }
        end={'user' in person && <TurnMark listener={person} among={among} />}
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
function PlayedCount({ picked, voted, count }: { picked: number; voted: number; count: number }) {
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

/** The people without playlists. Those of them whose songs played have rows above. */
function WithoutPlaylists({ randomMode }: { randomMode: Matcher }) {
  const { t } = useTranslation()
  const text = withoutPlaylistsText(t, {
    people: randomMode.without.filter(({ picked, voted }) => picked + voted === 0),
    more: randomMode.withoutCount - randomMode.without.length,
  })
  return text !== null && <p className={css.without}>{text}</p>
}
