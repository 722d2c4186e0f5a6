import { type AddingRule, addingRefusal, mustWait } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { SessionView } from '../model/session-view.ts'
import css from './AddingNote.module.css'

/** Returns why this person may not add songs now (H2, H3). Null if they may. */
export function addingRuleIn({ shared, you }: SessionView): AddingRule | null {
  return addingRefusal(shared.setup.rules, you)
}

/**
 * A note above the songs that says why this person may not add one, or that a new song must be approved. So people
 * know this before they try.
 */
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
