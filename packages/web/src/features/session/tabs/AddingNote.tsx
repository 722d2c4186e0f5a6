import { type AddingRule, addingRefusal, mustWait } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { SessionView } from '../model/session-view.ts'
import css from './AddingNote.module.css'

/** Returns the rule because of which this person may not add songs now (H2, H3). Null if they may add songs. */
export function addingRuleIn({ shared, you }: SessionView): AddingRule | null {
  return addingRefusal(shared.setup.rules, you)
}

/** A note above the songs. It explains why this person may not add songs, or that a new song needs an approval. */
export function AddingNote({ view }: { view: SessionView }) {
  const { t } = useTranslation()
  const { rules } = view.shared.setup
  const rule = addingRuleIn(view)
  const waits = mustWait(rules, view.you.role)
  if (rule === null && !waits) return null
  const count = rules.songsPerPerson
  return (
    <p className={css.note} role="status">
      <Icon name={rule === null ? 'pending' : 'lock'} size={18} />
      {rule === null && t('session.waiting.note')}
      {rule === 'limit' && t('session.rule.limitOf', { count })}
      {rule === 'locked' && t('session.rule.locked')}
    </p>
  )
}
