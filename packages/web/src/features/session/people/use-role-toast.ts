import type { Role } from '@jointly/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { useOnChange } from '../use-on-change.ts'

/** Shows a message when somebody changes or removes the role of this person in the session (R2). */
export function useRoleToast(role: Role): void {
  const { t } = useTranslation()
  const show = useCallback(() => {
    if (role === 'guest') showToast({ text: t('people.notice.roleGone') })
    else {
      const names = { role: t(`session.options.level.${role}`), text: t(`session.options.levelText.${role}`) }
      showToast({ text: t('people.notice.role', names), tone: 'good' })
    }
  }, [role, t])
  useOnChange(role, show)
}
