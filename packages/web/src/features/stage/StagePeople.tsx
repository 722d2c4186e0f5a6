import type { SharedSession } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../shared/ui/media/Avatar.tsx'
import css from './StagePeople.module.css'

const SHOWN_PEOPLE = 9

/** The people who are in the session now (X8). */
export function StagePeople({ active, activeCount }: Pick<SharedSession, 'active' | 'activeCount'>) {
  const { t } = useTranslation()
  if (activeCount === 0) return <div />
  return (
    <p className={css.people}>
      <span className={css.faces} aria-hidden>
        {active.slice(0, SHOWN_PEOPLE).map((person) => (
          <span key={person.id} className={css.face}>
            <Avatar person={person} size={100} />
          </span>
        ))}
      </span>
      <span className={css.count}>{t('stage.here', { count: activeCount })}</span>
    </p>
  )
}
