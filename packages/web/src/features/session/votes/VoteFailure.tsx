import type { VoteDirection } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import type { FailedAnswer } from '../../../shared/api/error-text.ts'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { voteErrorText } from '../rule-text.ts'
import css from './VoteFailure.module.css'

/** An icon and a text that explain why a vote failed, or why it was not taken back. */
export function VoteFailure({ answer, wanted }: { answer: FailedAnswer; wanted: VoteDirection }) {
  const { t } = useTranslation()
  return (
    <p className={css.failure} role="alert">
      <Icon name="warning" size={15} />
      {t(wanted === 'none' ? 'session.votes.takeBackFailed' : 'session.votes.failed', {
        reason: voteErrorText(t, answer),
      })}
    </p>
  )
}
