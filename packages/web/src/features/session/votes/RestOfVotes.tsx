import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ErrorState } from '../../../shared/ui/StateNote.tsx'
import type { Inside } from '../model/merge.ts'
import type { SessionControls } from '../model/use-session.ts'
import { orderHints } from './order.ts'
import css from './RestOfVotes.module.css'
import { useRestOfVotes } from './use-rest-of-votes.ts'
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
  const { rest, failed, isLoading, more, retry } = useRestOfVotes(inside)
  const all = [...shared.votes, ...rest]
  const hints = orderHints(all)
  const count = shared.voteCount
  return (
    <>
      <ul>
        {rest.map((row) => (
          <VoteRow
            key={row.song.id}
            row={row}
            own={you.votes[row.song.id]}
            pending={controls.pending.get(row.song.id)}
            now={now}
            isFirst={false}
            votes={all}
            hint={hints.get(row.song.id)}
            cast={controls.cast}
          />
        ))}
      </ul>
      {failed && <ErrorState text={errorText(t, failed)} onRetry={retry} />}
      <div className={css.more}>
        <p role="status">{t('session.change.shown', { shown: Math.min(count, all.length), count })}</p>
        {all.length < count && !failed && (
          <Button icon="expand_more" state={isLoading ? 'loading' : 'default'} onClick={more}>
            {t('session.change.more', { count })}
          </Button>
        )}
      </div>
    </>
  )
}
