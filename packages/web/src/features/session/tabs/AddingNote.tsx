import { type AddingRule, addingRefusal } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import type { SessionView } from '../model/session-view.ts'
import css from './AddingNote.module.css'

/** Returns why this person may not add songs now (H2, H3). Null if the person may. */
export function addingRuleIn({ shared, you }: SessionView): AddingRule | null {
  return addingRefusal(shared.setup.rules, you)
}

/** Says above the songs why this person may not add one, before the person tries. */
export function AddingNote({ view }: { view: SessionView }) {
  const { t } = useTranslation()
  const rule = addingRuleIn(view)
  if (rule === null) return null
  const count = view.shared.setup.rules.songsPerPerson
  return (
    <p className={css.note} role="status">
      <Icon name="lock" size={18} />
      {rule === 'limit' ? t('session.rule.limitOf', { count }) : t('session.rule.locked')}
    </p>
  )
}
