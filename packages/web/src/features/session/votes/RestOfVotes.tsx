import { useTranslation } from 'react-i18next'
import { HandoverButton } from '../../../shared/ui/buttons/HandoverButton.tsx'
import { ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import type { PendingVote } from '../model/vote-sender.ts'
import type { SessionView } from '../model/session-view.ts'
import type { PendingVotes } from '../model/vote-sender.ts'
import css from './RestOfVotes.module.css'
import { useRestOfVotes } from './use-rest-of-votes.ts'
import list from './VoteList.module.css'
import { VoteRow } from './VoteRow.tsx'

type RestProps = {
  view: SessionView
  pending: PendingVotes
  now: number | null
}

const countBeside = (button: HTMLElement) =>
  button.parentElement?.querySelector<HTMLElement>('[role="status"]')

/**
 * The part of a long vote list that the session's view does not contain. It is fetched in parts when the person
 * presses a button.
 */
export function RestOfVotes({ view, pending, now }: RestProps) {
  const { t } = useTranslation()
  const { shared, you } = view
  const { rest, loadState, more, renew } = useRestOfVotes(view)
  const count = shared.voteCount
  const shown = Math.min(count, shared.votes.length + rest.length)
  const buttonState = loadState.state === 'loading' ? 'loading' : 'default'
  return (
    <>
      <ul className={list.list}>
        {rest.map(({ row, voters, own }) => (
          <VoteRow
            key={row.song.id}
            row={row}
            voters={voters}
            own={own}
            pending={pending.get(row.song.id) ?? voteSinceFetch(own, you.votes[row.song.id])}
            now={now}
            isFirst={false}
            playsLater={false}
            isAnimated={false}
            hasDown={shared.setup.rules.downVotes}
          />
        ))}
      </ul>
      {/* When a retry begins, the focus stays here at the end of the list (D14). */}
      <div tabIndex={-1}>
        {loadState.state === 'failed' && (
          <ErrorState refused={loadState.refused} onRetry={() => void more()} />
        )}
        <div className={css.more}>
          <p role="status" tabIndex={-1}>
            {t('session.change.shown', { shown, count })}
          </p>
          {shown < count && loadState.state !== 'failed' && (
            <HandoverButton
              icon="expand_more"
              state={buttonState}
              findNext={countBeside}
              onClick={() => void more()}
            >
              {t('session.change.more', { count })}
            </HandoverButton>
          )}
          {rest.length > 0 && (
            <HandoverButton
              tone="quiet"
              size="s"
              icon="refresh"
              state={buttonState}
              findNext={countBeside}
              onClick={() => void renew()}
            >
              {t('session.change.renew')}
            </HandoverButton>
          )}
        </div>
      </div>
    </>
  )
}

const CHANGES: Record<'up' | 'down' | 'none', PendingVote> = {
  up: { direction: 'up' },
  down: { direction: 'down' },
  none: { direction: 'none' },
}

/**
 * Returns this person's vote as a pending vote if it has changed since the song was fetched. The fetched counts do
 * not include this change. Undefined if the vote has not changed.
 */
function voteSinceFetch(
  fetched: 'up' | 'down' | undefined,
  now: 'up' | 'down' | undefined,
): PendingVote | undefined {
  return fetched === now ? undefined : CHANGES[now ?? 'none']
}
