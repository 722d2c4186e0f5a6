import type { Song, TimelineEntry } from '@jointly/contract'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { artistNames } from '../../shared/i18n/artist-names.ts'
import { clockText, dayText } from '../../shared/i18n/moment-text.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { SaveHistoryButton } from '../../shared/history/SaveHistoryButton.tsx'
import { HandoverButton } from '../../shared/ui/buttons/HandoverButton.tsx'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { Row } from '../../shared/ui/layout/Row.tsx'
import { rowGrid, Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, ButtonLink, ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../shared/ui/states/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../shared/ui/states/StateNote.tsx'
import css from './TimelineScreen.module.css'
import { specifiedDate } from './timeline-date.ts'
import { useTimeline } from './use-timeline.ts'

const footAround = (button: HTMLElement) => button.closest<HTMLElement>('[role="status"]')

/**
 * The songs that played while the person was in sessions. They are grouped by visit, which is one stay in a session
 * (T1).
 */
export function TimelineScreen() {
  const { t } = useTranslation()
  const { entries, state, refused, older } = useTimeline()
  const empty = entries.length === 0
  return (
    <Screen wide title={t('timeline.title')} intro={t('timeline.intro')} back={<BackLink />}>
      <ol className={css.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {empty && state === 'loading' && <SkeletonRows count={6} />}
      {/* When a retry of older entries begins, the focus stays here at their end (D14). */}
      <div tabIndex={empty ? undefined : -1}>
        {!empty && (
          <div className={css.foot} role="status" tabIndex={-1}>
            {state === 'end' && t('timeline.end')}
            {state !== 'end' && !refused && (
              <HandoverButton
                icon="expand_more"
                state={state === 'loading' ? 'loading' : 'default'}
                findNext={footAround}
                onClick={older}
              >
                {t('timeline.older')}
              </HandoverButton>
            )}
          </div>
        )}
        {refused && <ErrorState refused={refused} onRetry={older} />}
      </div>
      {empty && state === 'end' && (
        <EmptyState icon="timeline" title={t('timeline.empty')} text={t('timeline.emptyText')}>
          <ButtonLink to="" tone="primary">
            {t('timeline.toSessions')}
          </ButtonLink>
        </EmptyState>
      )}
    </Screen>
  )
}

const TimeText = ({ epochMs, write }: { epochMs: number; write: (epochMs: number) => string }) => (
  <time dateTime={new Date(epochMs).toISOString()} title={specifiedDate(epochMs)}>
    {write(epochMs)}
  </time>
)

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation()
  // Parts of this text come from other people. The server has escaped them, and DOMPurify sanitises the text again
  // here.
  const description = useMemo(() => ({ __html: DOMPurify.sanitize(entry.description) }), [entry.description])
  return (
    <article className={css.entry}>
      <header className={css.head}>
        <h2 className={css.title} dir="auto">
          {entry.ssid ? (
            <ShellLink to={screenPath.session(entry.ssid)}>{entry.title}</ShellLink>
          ) : (
            entry.title
          )}
        </h2>
        <p className={css.when}>
          <TimeText epochMs={entry.startTime} write={(epochMs) => dayText(epochMs, Date.now())} />
        </p>
        <div className="secondary-small" dir="auto" dangerouslySetInnerHTML={description} />
        <SaveHistoryButton visit={entry.id} size="s" className={css.save} />
      </header>
      <ol className={rowGrid}>
        {entry.songs.map((song, index) => (
          <li key={`${song.id}-${song.start ?? index}`}>
            <PlayedSong song={song} />
          </li>
        ))}
      </ol>
      {entry.songCount > entry.songs.length && (
        <p className={css.more}>{t('timeline.more', { shown: entry.songs.length, all: entry.songCount })}</p>
      )}
    </article>
  )
}

function PlayedSong({ song }: { song: Song }) {
  const title = song.link ? (
    <a href={song.link} target="_blank" rel="noreferrer" className={css.link}>
      {song.title}
    </a>
  ) : (
    song.title
  )
  return (
    <Row
      wraps
      start={<Cover src={song.cover} seed={song.id} />}
      title={title}
      detail={artistNames(song)}
      end={
        song.start !== undefined && (
          <span className={css.start}>
            <TimeText epochMs={song.start} write={clockText} />
          </span>
        )
      }
    />
  )
}
