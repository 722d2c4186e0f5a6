import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import type { PendingVote } from '../model/ballot.ts'
import type { Inside } from '../model/merge.ts'
import type { SessionControls } from '../model/use-session.ts'
import css from './RestOfVotes.module.css'
import { useRestOfVotes } from './use-rest-of-votes.ts'
import list from './VoteList.module.css'
import { VoteRow } from './VoteRow.tsx'

type RestProps = {
  inside: Inside
  controls: Pick<SessionControls, 'pending' | 'cast'>
  now: number | null
}

/** The songs of a long list that the session's body does not tell of: asked for, part by part. */
export function RestOfVotes({ inside, controls, now }: RestProps) {
  const { t } = useTranslation()
  const { shared, you } = inside
  const { rest, asking, more, renew } = useRestOfVotes(inside)
  const count = shared.voteCount
  const shown = Math.min(count, shared.votes.length + rest.length)
  const isLoading = asking.state === 'loading'
  return (
    <>
      <ul className={list.list}>
        {rest.map(({ row, own }) => (
          <VoteRow
            key={row.song.id}
            row={row}
            own={own}
            pending={controls.pending.get(row.song.id) ?? sinceThen(own, you.votes[row.song.id])}
            now={now}
            isFirst={false}
            below={undefined}
            glides={false}
            cast={controls.cast}
          />
        ))}
      </ul>
      {asking.state === 'failed' && (
        <ErrorState text={errorText(t, asking.refused)} onRetry={() => void more()} />
      )}
      <div className={css.more}>
        <p role="status">{t('session.change.shown', { shown, count })}</p>
        {shown < count && asking.state !== 'failed' && (
          <Button icon="expand_more" state={isLoading ? 'loading' : 'default'} onClick={() => void more()}>
            {t('session.change.more', { count })}
          </Button>
        )}
        {rest.length > 0 && !isLoading && (
          <Button tone="quiet" size="s" icon="refresh" onClick={() => void renew()}>
            {t('session.change.renew')}
          </Button>
        )}
      </div>
    </>
  )
}

const CHANGES: Record<'up' | 'down' | 'none', PendingVote> = {
  up: { direction: 'up' },
  down: { direction: 'down' },
  none: { direction: 'none' },
}

/** An own vote that was acknowledged since the song was fetched counts like one on its way. */
function sinceThen(then: 'up' | 'down' | undefined, now: 'up' | 'down' | undefined): PendingVote | undefined {
  return then === now ? undefined : CHANGES[now ?? 'none']
}
