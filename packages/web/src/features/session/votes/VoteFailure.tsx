import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { FailedVote } from '../model/vote-sender.ts'
import { voteErrorText } from '../rule-text.ts'
import css from './VoteFailure.module.css'

/** An icon and a text that explain why a vote failed, or why it was not taken back. */
export function VoteFailure({ vote }: { vote: FailedVote }) {
  const { t } = useTranslation()
  return (
    <p className={css.failure} role={vote.isFromList ? 'alert' : undefined}>
      <Icon name="warning" size={15} />
      {t(vote.wanted === 'none' ? 'session.votes.takeBackFailed' : 'session.votes.failed', {
        reason: voteErrorText(t, vote.failed),
      })}
    </p>
  )
}
