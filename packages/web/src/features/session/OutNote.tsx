import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { buttonClass } from '../../shared/ui/Button.tsx'
import type { IconName } from '../../shared/ui/Icon.tsx'
import { ShellLink } from '../../shared/ui/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/StateNote.tsx'
import type { OutReason } from './model/follower.ts'

const signs: Record<OutReason, IconName> = {
  'not-found': 'search',
  policy: 'lock',
  banned: 'lock',
  deleted: 'record',
}

/** Why someone is not in the session, and the way home. */
export function OutNote({ reason }: { reason: OutReason }) {
  const { t } = useTranslation()
  return (
    <EmptyState icon={signs[reason]} title={t(`session.out.${reason}`)} text={t(`session.out.${reason}Text`)}>
      <ShellLink className={buttonClass({ tone: 'primary' })} to={screenPath.home()}>
        {t('session.out.home')}
      </ShellLink>
    </EmptyState>
  )
}
